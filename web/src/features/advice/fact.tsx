import type { ReactNode } from 'react';
import type { CropOnField } from '@/shared/api/advice';
import { classNames } from '@/shared/ui/class-names';
import { ClockIcon } from '@/shared/ui/icons';
import styles from './advice.module.css';
import type { CardLine } from './card-lines';
import { sowUntil } from './window-sentences';

interface FactProps {
  icon: ReactNode;
  detail?: ReactNode;
  isDoubt?: boolean | undefined;
  children: ReactNode;
}

export const Fact = ({ icon, children, detail, isDoubt }: FactProps) => (
  <li className={classNames(styles.fact, isDoubt && styles.doubt)}>
    {icon}
    <div className={styles.said}>
      <span>{children}</span>
      {detail}
    </div>
  </li>
);

export const CardLines = ({ lines }: { lines: readonly CardLine[] }) =>
  lines.map(({ said, icon, isDoubt }) => (
    <Fact key={said} icon={icon} isDoubt={isDoubt}>
      {said}
    </Fact>
  ));

export const Until = ({ crop }: { crop: CropOnField }) => (
  <p className={styles.until}>
    <ClockIcon />
    <span>{sowUntil(crop)}</span>
  </p>
);

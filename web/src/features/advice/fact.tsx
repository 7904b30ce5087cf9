import type { ReactNode } from 'react';
import { classNames } from '@/shared/ui/class-names';
import styles from './advice.module.css';
import type { CardLine } from './card-lines';

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

import type { CropOnField } from '@/shared/api/advice';
import { ClockIcon } from '@/shared/ui/icons';
import styles from './advice.module.css';
import { sowUntil } from './window-sentences';

export const Until = ({ crop }: { crop: CropOnField }) => (
  <p className={styles.until}>
    <ClockIcon />
    <span>{sowUntil(crop)}</span>
  </p>
);

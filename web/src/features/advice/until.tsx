import type { CropOnField, FieldWater } from '@/shared/api/advice';
import { ClockIcon } from '@/shared/ui/icons';
import styles from './advice.module.css';
import { waterCondition } from './water-sentences';
import { calendarDoubts, sowUntil } from './window-sentences';

interface UntilProps {
  crop: CropOnField;
  /** The water of the field; null where it is not told. */
  water: FieldWater | null;
}

/** Renders for which water a crop is meant, and when it is sown. */
export function Until({ crop, water }: UntilProps) {
  const condition = waterCondition(crop.water, water);
  return (
    <p className={styles.until}>
      <ClockIcon />
      <span className={styles.breath}>
        {condition && <span>{condition}</span>}
        <span>{sowUntil(crop)}</span>
      </span>
    </p>
  );
}

/** Renders what is uncertain about the days. */
export function Doubts({ crop, region }: { crop: CropOnField; region: string }) {
  const doubts = calendarDoubts(crop, region);
  if (doubts.length === 0) return null;
  return (
    <div className={styles.doubts}>
      {doubts.map((doubt) => (
        <p key={doubt}>{doubt}</p>
      ))}
    </div>
  );
}

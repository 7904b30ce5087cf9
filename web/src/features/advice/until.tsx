import type { CropOnField, FieldWater } from '@/shared/api/advice';
import { ClockIcon } from '@/shared/ui/icons';
import styles from './advice.module.css';
import { waterCondition } from './water-sentences';
import { calendarDoubts, sowUntil } from './window-sentences';

interface UntilProps {
  crop: CropOnField;
  /** The water of the field; null where it is not told. */
  water: FieldWater | null;
  region: string;
}

/** Renders for which water a crop is meant, when it is sown, and how sure the days are. */
export function Until({ crop, water, region }: UntilProps) {
  const condition = waterCondition(crop.water, water);
  const doubts = calendarDoubts(crop, region);
  return (
    <>
      <p className={styles.until}>
        <ClockIcon />
        <span className={styles.breath}>
          {condition && <span>{condition}</span>}
          <span>{sowUntil(crop)}</span>
        </span>
      </p>
      {doubts.length > 0 && (
        <div className={styles.doubts}>
          {doubts.map((doubt) => (
            <p key={doubt}>{doubt}</p>
          ))}
        </div>
      )}
    </>
  );
}

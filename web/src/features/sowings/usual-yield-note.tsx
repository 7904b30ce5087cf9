import { thinksInAcres } from '@/domain/land/units';
import { useRecord } from '@/outbox/queue/use-record';
import type { LandUnit } from '@/shared/api/land-size';
import { stateYield, usualHarvest } from './usual-yield';
import styles from './usual-yield-note.module.css';

interface UsualYieldNoteProps {
  crop: string;
  /** The size of the field; not above 0 while it is not told. */
  fieldSizeHa: number;
  /** The unit in which the size is entered. */
  unit?: LandUnit | undefined;
}

/** Tells what farmers of the state usually harvest from such a field. Nothing is said without reliable figures. */
export function UsualYieldNote({ crop, fieldSizeHa, unit }: UsualYieldNoteProps) {
  const { data: record } = useRecord();
  const usual = stateYield(record, crop);
  if (!usual) return null;
  const inAcres = thinksInAcres(unit ?? record?.land_units.preferred);
  return <span className={styles.note}>{usualHarvest(usual, fieldSizeHa, inAcres)}</span>;
}

import { t } from '@lingui/core/macro';
import { thinksInAcres } from '@/domain/land/units';
import { regionName } from '@/domain/regions/region-name';
import { useRecord } from '@/outbox/queue/use-record';
import type { LandUnit } from '@/shared/api/land-size';
import type { FarmerRecord, UsualYield } from '@/shared/api/record';
import { about } from '@/shared/format/field-figures';
import { kilograms } from '@/shared/format/numbers';
import { HECTARES_OF_AN_ACRE } from '@/shared/measures';
import styles from './sowings.module.css';

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

/** What farmers of a state usually get of a crop. */
interface StateYield {
  state: string;
  yield: UsualYield;
}

/** Returns the usual yield of a crop in the farmer's state. Undefined if the state or its figures are not known. */
export function stateYield(record: FarmerRecord | undefined, crop: string): StateYield | undefined {
  const found = record?.usual_yields.find((one) => one.crop === crop);
  return record?.district && found ? { state: regionName(record.district.region), yield: found } : undefined;
}

/** 'Usual in Tamil Nadu: 380 to 640 kg on your field'; without its size by the acre or hectare. */
export function usualHarvest(
  { state, yield: { min_kg_per_ha, max_kg_per_ha } }: StateYield,
  fieldSizeHa: number,
  inAcres: boolean,
): string {
  const [low, high] = [min_kg_per_ha, max_kg_per_ha];
  if (fieldSizeHa > 0) {
    const [least, most] = [about(low * fieldSizeHa), about(high * fieldSizeHa)];
    return t`Usual in ${state}: ${least} to ${most} kg on your field`;
  }
  const each = inAcres ? HECTARES_OF_AN_ACRE : 1;
  const [least, most] = [kilograms(low * each), kilograms(high * each)];
  return inAcres
    ? t`Usual in ${state}: ${least} to ${most} kg per acre`
    : t`Usual in ${state}: ${least} to ${most} kg per hectare`;
}

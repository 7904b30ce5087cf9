import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { LandUnit } from '@/shared/api/land-size';
import { recordQuery } from '@/shared/api/record';
import type { Sowing } from '@/shared/api/sowings';
import { CropName } from '@/shared/crops/crop-name';
import { thinksInAcres } from '@/shared/land/units';
import { regionName } from '@/shared/regions/region-name';
import { fromField, perHectare, stateYield } from './usual-yield';
import styles from './usual-yields.module.css';

interface UsualYieldNoteProps {
  crop: string;
  fieldSizeHa: number;
  /** The unit in which the size is entered. */
  unit: LandUnit | undefined;
}

/** The usual yield of one crop, beside the form; for a field once its size is given. */
export function UsualYieldNote({ crop, fieldSizeHa, unit }: UsualYieldNoteProps) {
  const { data: record } = useQuery(recordQuery);
  const usual = stateYield(record, crop);
  if (!usual) return null;
  const { state } = usual;
  const inAcres = thinksInAcres(unit ?? record?.land_units.preferred);
  const range = perHectare(usual.yield, inAcres);
  if (!(fieldSizeHa > 0))
    return <p className={styles.note}>{t`Farmers of ${state} usually get ${range}.`}</p>;
  const own = fromField(usual.yield, fieldSizeHa, inAcres);
  return <p className={styles.note}>{t`Farmers of ${state} usually get ${range}: ${own}.`}</p>;
}

/** The usual yields of the crops that were sown. `areAll`: the sowings are all of the farmer's. */
export function UsualYields({ sowings, areAll }: { sowings: readonly Sowing[]; areAll: boolean }) {
  const id = useId();
  const { data: record } = useQuery(recordQuery);
  const crops = [...new Set(sowings.map(({ crop }) => crop))].flatMap((crop) => {
    const usual = stateYield(record, crop);
    return usual ? [{ crop, usual: usual.yield }] : [];
  });
  const state = record?.district && regionName(record.district.region);
  const inAcres = thinksInAcres(record?.land_units.preferred);
  if (!state || crops.length === 0) return null;
  const sizeOf = (crop: string) =>
    sowings.reduce((sum, sowing) => (sowing.crop === crop ? sum + sowing.field_size_ha : sum), 0);
  return (
    <section className={styles.yields} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>{t`What farmers of ${state} usually get`}</h2>
      <p className={styles.note}>
        {t`So it was in four of five districts, 2015 to 2019. Your expected yield above does not depend on it.`}
      </p>
      <ul className={styles.list}>
        {crops.map(({ crop, usual }) => (
          <li key={crop} className={styles.item}>
            <CropName crop={crop} />
            <span className={styles.figures}>
              <span>{perHectare(usual, inAcres)}</span>
              {areAll && <span className={styles.note}>{fromField(usual, sizeOf(crop), inAcres)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

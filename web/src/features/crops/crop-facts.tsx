import { t } from '@lingui/core/macro';
import type { Crop } from '@/shared/api/shapes';
import { yieldRange } from '@/shared/format/numbers';
import styles from './crop-cards.module.css';

export function CropFacts({ crop }: { crop: Crop }) {
  const facts = [
    { label: t`Name in the tables`, value: crop.name },
    {
      label: t`Yield Range / Hectare (Tones)`,
      value: yieldRange(crop.yield_min_kg_per_ha, crop.yield_max_kg_per_ha),
    },
  ];
  return (
    <>
      <span className={styles.large} aria-hidden="true">
        {crop.emoji}
      </span>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{t`Growing advice for this crop is not written yet.`}</p>
    </>
  );
}

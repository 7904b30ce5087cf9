import { t } from '@lingui/core/macro';
import type { NutrientGap } from '@/shared/api/soil-climate';
import { tenths } from '@/shared/format/numbers';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import styles from './soil-nutrients.module.css';

interface SoilNutrientsProps {
  nutrients: readonly NutrientGap[];
  soilTested: boolean;
}

/** Nutrient by nutrient: how the soil is rated, what it has, and what it leaves open of the crop's need. */
export function SoilNutrients({ nutrients, soilTested }: SoilNutrientsProps) {
  return (
    <>
      <p
        className={styles.unit}
      >{t`kg per hectare; what the crop needs of P and K counts as P₂O₅ and K₂O`}</p>
      <ul className={styles.nutrients}>
        {nutrients.map((one) => (
          <li key={one.nutrient} className={styles.nutrient}>
            <h4 className={styles.name}>{nutrientName(one.nutrient)}</h4>
            <span className={styles.rating} data-rating={one.rating}>
              {ratingWord(one.rating)}
            </span>
            <dl className={styles.figures}>
              <Figure label={t`In your soil`} value={one.soil_kg_per_ha} />
              <Figure label={t`Crop needs`} value={one.dose_kg_per_ha} />
              <Figure label={t`Soil lacks`} value={one.short_kg_per_ha} />
            </dl>
          </li>
        ))}
      </ul>
      {!soilTested && (
        <div>
          <ButtonLink look="secondary" href={paths.npk}>{t`NPK Update`}</ButtonLink>
        </div>
      )}
    </>
  );
}

/** What only a soil test can tell is left out without one. */
const Figure = ({ label, value }: { label: string; value: number | null }) =>
  value !== null && (
    <div>
      <dt>{label}</dt>
      <dd>{tenths(value)}</dd>
    </div>
  );

function nutrientName(nutrient: NutrientGap['nutrient']): string {
  switch (nutrient) {
    case 'n':
      return t`Nitrogen (N)`;
    case 'p':
      return t`Phosphorus (P)`;
    case 'k':
      return t`Potassium (K)`;
  }
}

function ratingWord(rating: NutrientGap['rating']): string {
  switch (rating) {
    case 'low':
      return t`Low`;
    case 'medium':
      return t`Medium`;
    case 'high':
      return t`High`;
    case 'not-tested':
      return t`not tested`;
  }
}

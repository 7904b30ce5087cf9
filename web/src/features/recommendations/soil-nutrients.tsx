import { t } from '@lingui/core/macro';
import type { FertiliserPlan, NutrientGap } from '@/shared/api/fertiliser';
import { tenths } from '@/shared/format/field-figures';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import styles from './soil-nutrients.module.css';

interface SoilNutrientsProps {
  nutrients: readonly NutrientGap[];
  plan: FertiliserPlan;
  soilTested: boolean;
}

export function SoilNutrients({ nutrients, plan, soilTested }: SoilNutrientsProps) {
  const { dose } = plan;
  const planned = { n: plan.n_kg_per_ha, p: plan.p2o5_kg_per_ha, k: plan.k2o_kg_per_ha };
  return (
    <>
      {soilTested && (
        <p>{t`A crop can take up only a part of what the soil holds. So the soil is rated, and a low rating raises the usual dose by a quarter, a high one lowers it by a quarter.`}</p>
      )}
      <p className="soft">
        {t`kg per hectare. A soil test gives P and K; doses and bags give P₂O₅ and K₂O, another measure. Do not take one from the other.`}
      </p>
      <ul>
        {nutrients.map((one) => {
          const form = FORMS[one.nutrient];
          return (
            <li key={one.nutrient} className={styles.nutrient}>
              <h4 className={styles.name}>{nutrientName(one.nutrient)}</h4>
              <span className={styles.rating} data-rating={one.rating}>
                {ratingWord(one.rating)}
              </span>
              <dl className={styles.figures}>
                <Figure label={t`In your soil`} value={one.soil_kg_per_ha} form={form.soil} />
                <Figure label={t`Usual dose`} value={dose[one.nutrient]} form={form.dose} />
                {one.rating !== 'not-tested' && (
                  <Figure label={t`For your soil`} value={planned[one.nutrient]} form={form.dose} />
                )}
              </dl>
            </li>
          );
        })}
      </ul>
      {nutrients.some(({ rating }) => rating === 'not-tested') && (
        <div>
          <ButtonLink look="secondary" href={paths.npk}>{t`NPK Update`}</ButtonLink>
        </div>
      )}
    </>
  );
}

/** What a soil test weighs, and what doses and bags weigh. */
const FORMS = {
  n: { soil: 'N', dose: 'N' },
  p: { soil: 'P', dose: 'P₂O₅' },
  k: { soil: 'K', dose: 'K₂O' },
} as const;

/** Values from a soil test are left out without one. */
const Figure = ({ label, value, form }: { label: string; value: number | null; form: string }) =>
  value !== null && (
    <div>
      <dt>{label}</dt>
      <dd>
        <span>{tenths(value)}</span> <small>{form}</small>
      </dd>
    </div>
  );

const nutrientName = (nutrient: NutrientGap['nutrient']): string =>
  ({ n: t`Nitrogen (N)`, p: t`Phosphorus (P)`, k: t`Potassium (K)` })[nutrient];

const ratingWord = (rating: NutrientGap['rating']): string =>
  ({ low: t`Low`, medium: t`Medium`, high: t`High`, 'not-tested': t`not tested` })[rating];

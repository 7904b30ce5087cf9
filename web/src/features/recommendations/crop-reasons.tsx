import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import { cropInSentence } from '@/domain/crops/crop-words';
import { FertiliserChoice } from '@/domain/fertiliser/fertiliser-choice';
import { FieldSituation } from '@/domain/fertiliser/field-situation';
import { type FertilisedArea, useFertilisedArea } from '@/domain/fertiliser/use-fertilised-area';
import { useFieldPlan } from '@/domain/fertiliser/use-field-plan';
import { limitSentence } from '@/domain/land/limit-sentence';
import { districtName } from '@/domain/regions/district-name';
import type { FertiliserPlan, NutrientGap } from '@/shared/api/fertiliser';
import type { SuitedCrop } from '@/shared/api/soil-climate';
import { tenths } from '@/shared/format/field-figures';
import { whole } from '@/shared/format/numbers';
import { paths } from '@/shared/paths';
import { ReadAloud } from '@/shared/speech/read-aloud';
import { ButtonLink } from '@/shared/ui/button';
import styles from './crop-reasons.module.css';

/** Explains the rank of a crop: the districts that the number comes from, its limits, and its nutrient needs. */
export function CropReasons({ crop, soilTested }: { crop: SuitedCrop; soilTested: boolean }) {
  const { districts, others, rest, limits, nutrients } = crop.reasons;
  const { plan, plans, choose } = useFieldPlan(crop.crop, crop.reasons);
  const area = useFertilisedArea();
  const hectares = whole(shareOfHundred(crop.probability));
  const name = cropInSentence(crop.crop);
  const holdsBack = limits.map(limitSentence).filter((sentence) => sentence !== null);
  return (
    <div className={styles.reasons} data-aloud>
      <div className={styles.lead}>
        <ReadAloud about={name} />
        <p
          className={styles.sentence}
        >{t`On land like yours, ${hectares} of every 100 hectares grow ${name}.`}</p>
        <p className={styles.soft}>
          {t`Counted over these sixteen crops. It is a share of the land, not a chance of success.`}
        </p>
      </div>
      <div className={styles.column}>
        <Reason title={t`Where the number comes from`}>
          <p className={styles.soft}>{t`Hectares of every 100 that grow ${name}`}</p>
          <ul className={styles.districts}>
            {districts.map((source) => (
              <SourceShare
                key={`${source.district}, ${source.state}`}
                name={sourceName(source)}
                {...source}
              />
            ))}
            {others && <SourceShare name={otherDistricts(others.count)} {...others} />}
          </ul>
          {rest.map(({ cause, by }) => {
            const sentence = restSentence(cause, by);
            return sentence && <p key={cause}>{sentence}</p>;
          })}
        </Reason>
        <Reason title={t`What limits it`}>
          {holdsBack.length === 0 ? (
            <p>{t`Nothing in your climate holds it back.`}</p>
          ) : (
            <ul className={styles.limits}>
              {holdsBack.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </Reason>
      </div>
      <Reason title={t`Nutrients in your soil`}>
        <SoilNutrients nutrients={nutrients} plan={plan} soilTested={soilTested} />
      </Reason>
      <Reason title={fertiliserTitle(area)}>
        <FieldSituation plan={plan} plans={plans} onChoose={choose} />
        <FertiliserChoice plan={plan} area={area} />
      </Reason>
    </div>
  );
}

const otherDistricts = (count: number) =>
  plural(count, { one: '# other district', other: '# other districts' });

const sourceName = ({ district, state, is_own }: SuitedCrop['reasons']['districts'][number]): string =>
  is_own ? t`Your district, ${district}` : districtName({ name: district, state });

function fertiliserTitle({ words, inAcres }: FertilisedArea): string {
  if (words !== null) return t`Fertiliser for your field: ${words}`;
  return inAcres ? t`Fertiliser for one acre` : t`Fertiliser for one hectare`;
}

/** One district, or several together: what they grow of the crop, and their part in the number. */
const SourceShare = ({ name, share, weight }: { name: string; share: number; weight: number }) => (
  <li className={styles.district}>
    <span>{name}</span>
    <span className={styles.share}>{hectaresOfHundred(share)}</span>
    <span className={styles.track} aria-hidden="true">
      <span className={styles.bar} style={{ inlineSize: `${share * 100}%` }} />
    </span>
    <span className={styles.soft}>{partSentence(weight)}</span>
  </li>
);

/** What a district makes up of the number, rounded, but never to none or to all of it. */
function partSentence(weight: number): string {
  const percent = Math.round(weight * 100);
  if (percent < 1) return t`Makes up less than 1 % of the number.`;
  if (percent > 99) return t`Makes up nearly all of the number.`;
  return t`Makes up ${percent} % of the number.`;
}

/** A share above zero that rounds to 0 is 'under 1'. */
function hectaresOfHundred(share: number): string {
  const hectares = shareOfHundred(share);
  return hectares === 0 && share > 0 ? t`under 1` : whole(hectares);
}

function Reason({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.reason} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Returns a share of the land (0 to 1) as hectares of every 100, rounded. */
export const shareOfHundred = (share: number) => Math.round(share * 100);

/**
 * Returns the sentence for a part of the number that the districts do not explain. Returns null for a cause that
 * this version does not know.
 */
export function restSentence(cause: string, by: number): string | null {
  const hectares = whole(Math.round(Math.abs(by) * 100));
  const sentences: Readonly<Record<string, readonly [adds: string, takes: string]>> = {
    soil: [
      t`Your soil test adds ${hectares} of 100 hectares.`,
      t`Your soil test takes away ${hectares} of 100 hectares.`,
    ],
    water: [
      t`The water of your field adds ${hectares} of 100 hectares.`,
      t`The water of your field takes away ${hectares} of 100 hectares.`,
    ],
    envelope: [
      t`Your climate rules out other crops, which adds ${hectares} of 100 hectares.`,
      t`Your climate rules the crop out, which takes away ${hectares} of 100 hectares.`,
    ],
    model: [
      t`No mix of these districts grows as much: the course of climate and place between districts adds ${hectares} of 100 hectares.`,
      t`No mix of these districts grows as little: the course of climate and place between districts takes away ${hectares} of 100 hectares.`,
    ],
  };
  return sentences[cause]?.[by > 0 ? 0 : 1] ?? null;
}

interface SoilNutrientsProps {
  nutrients: readonly NutrientGap[];
  plan: FertiliserPlan;
  soilTested: boolean;
}

function SoilNutrients({ nutrients, plan, soilTested }: SoilNutrientsProps) {
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

import { t } from '@lingui/core/macro';
import { type ReactNode, useId } from 'react';
import type { SuitedCrop } from '@/shared/api/soil-climate';
import { whole } from '@/shared/format/numbers';
import styles from './crop-reasons.module.css';
import { FertiliserChoice } from './fertiliser-choice';
import { FieldSituation } from './field-situation';
import { limitSentence } from './limit-sentence';
import { shareOfHundred } from './share-of-hundred';
import { SoilNutrients } from './soil-nutrients';
import { useFieldPlan } from './use-field-plan';

interface CropReasonsProps {
  crop: SuitedCrop;
  soilTested: boolean;
}

/** Explains the rank of a crop: its share in similar districts, its limits, and its nutrient needs. */
export function CropReasons({ crop, soilTested }: CropReasonsProps) {
  const { nearest, limits, nutrients } = crop.reasons;
  const { plan, plans, choose } = useFieldPlan(crop);
  const hectares = whole(shareOfHundred(crop.probability));
  const name = crop.name.toLocaleLowerCase();
  const holdsBack = limits.map(limitSentence).filter((sentence) => sentence !== null);
  return (
    <div className={styles.reasons}>
      <div className={styles.lead}>
        <p
          className={styles.sentence}
        >{t`On land like yours, ${hectares} of every 100 hectares grow ${name}.`}</p>
        <p className={styles.soft}>
          {t`Counted over these sixteen crops, in districts with a climate like yours. It is a share of the land, not a chance of success.`}
        </p>
      </div>
      <div className={styles.column}>
        <Reason title={t`Districts with a climate like yours`}>
          <p className={styles.soft}>{t`Hectares of every 100 that grow ${name}`}</p>
          <ul className={styles.districts}>
            {nearest.map((near) => (
              <li key={`${near.district}, ${near.state}`} className={styles.district}>
                <span>{`${near.district}, ${near.state}`}</span>
                <span className={styles.share}>{hectaresOfHundred(near.share)}</span>
                <span className={styles.track} aria-hidden="true">
                  <span className={styles.bar} style={{ inlineSize: `${near.share * 100}%` }} />
                </span>
              </li>
            ))}
          </ul>
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
      <Reason title={t`Fertiliser for one hectare`}>
        <FieldSituation plan={plan} plans={plans} onChoose={choose} />
        <FertiliserChoice plan={plan} />
      </Reason>
    </div>
  );
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

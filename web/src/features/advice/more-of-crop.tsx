import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { cropInSentence } from '@/domain/crops/crop-words';
import type { AdvisedCrop, Intention } from '@/shared/api/advice';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Disclosure } from '@/shared/ui/disclosure';
import styles from './advice.module.css';
import { AdviceFacts } from './advice-facts';
import type { CardContext } from './card-lines';
import { CardTools } from './card-tools';
import { FertiliserDetails, useFieldInputs } from './field-inputs';
import { Why } from './why';

export interface AdvisedCropProps extends CardContext {
  crop: AdvisedCrop;
  email: string;
  /** The farmer's free land, in hectares; null where their land is not known. */
  free: number | null;
  /** The farmer's open plan of this crop. */
  plan: Intention | undefined;
  arrivals: ReactNode;
  /** Seed, spacing, days, and what to do if the rain fails. */
  howToSow: () => ReactNode;
  /** Asks for the kind of soil. */
  soilQuestion: ReactNode;
}

export function MoreOfCrop({
  crop,
  water,
  email,
  free,
  today,
  region,
  plan,
  arrivals,
  howToSow,
  soilQuestion,
}: AdvisedCropProps) {
  const inputs = useFieldInputs(crop, free);
  const about = cropInSentence(crop.crop);
  return (
    <div className={styles.more}>
      <AdviceFacts {...{ crop, water, today, region, inputs }} isRest />
      {!plan && (
        <div className={styles.actions}>
          <ButtonLink look="secondary" href={paths.sow} state={{ email, cropName: crop.name }}>
            {t`I have sown it`}
          </ButtonLink>
        </div>
      )}
      <CardTools crop={crop.crop} />
      <div className={styles.opening}>
        <FertiliserDetails crop={crop.crop} inputs={inputs} />
        <Disclosure label={t`How to sow it`} about={about}>
          {howToSow}
        </Disclosure>
        <Disclosure label={t`Why this?`} about={about}>
          {() => <Why {...{ crop, water, today, region, arrivals, soilQuestion }} />}
        </Disclosure>
      </div>
    </div>
  );
}

import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { CropDrawing } from '@/domain/crops/crop-drawing';
import { CropHeading } from '@/domain/crops/crop-heading';
import { cropInSentence } from '@/domain/crops/crop-words';
import { fieldAmountWithHectares } from '@/domain/land/units';
import type { AdvisedCrop, FieldWater, Intention } from '@/shared/api/advice';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Disclosure } from '@/shared/ui/disclosure';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Loading } from '@/shared/ui/spinner';
import styles from './advice.module.css';
import { AdviceFacts } from './advice-facts';
import { betterAt } from './better-sentences';
import { CardTools } from './card-tools';
import { FertiliserDetails, type FieldInputs, useFieldInputs } from './field-inputs';
import { PlanActions } from './own-plans';
import { PlanDialog } from './plan-dialogs';
import { Doubts, Until } from './until';

/** Loaded when it is opened. */
const Why = lazyPart(async () => (await import('./why')).Why, { meanwhile: <Loading /> });

export interface AdvisedCropProps {
  crop: AdvisedCrop;
  /** The water of the field; null where it is not told. */
  water: FieldWater | null;
  email: string;
  /** The farmer's free land, in hectares; null where their land is not known. */
  free: number | null;
  /** Day and region of the advice. */
  today: string;
  region: string;
  /** The farmer's open plan of this crop. */
  plan: Intention | undefined;
  arrivals: ReactNode;
  /** Seed, spacing, days, and what to do if the rain fails. */
  howToSow: () => ReactNode;
  /** Asks for the kind of soil. */
  soilQuestion: ReactNode;
}

/** Renders the crop that is advised first: the largest thing on its screen. */
export function FirstCrop(props: AdvisedCropProps) {
  const { crop, water, free, today, region } = props;
  const inputs = useFieldInputs(crop, free);
  return (
    <section className={styles.first} aria-labelledby="advised" data-aloud>
      <div className={styles.head}>
        <CropDrawing crop={crop.crop} size="title" />
        <h2 id="advised">
          <CropHeading crop={crop.crop} />
        </h2>
        <Until crop={crop} water={water} />
      </div>
      <Doubts crop={crop} region={region} />
      <AdviceFacts crop={crop} water={water} today={today} region={region} inputs={inputs} />
      <CropActions {...props} />
      <CardTools crop={crop.crop} />
      <Openings {...props} inputs={inputs} />
    </section>
  );
}

/** Renders another crop that fits, with the same facts. */
export function OtherCrop(props: AdvisedCropProps) {
  const { crop, water, free, today, region } = props;
  const inputs = useFieldInputs(crop, free);
  const id = `advised-${crop.crop}`;
  const better = betterAt(crop);
  return (
    <section className={styles.other} aria-labelledby={id} data-aloud>
      <div className={styles.head}>
        <CropDrawing crop={crop.crop} size="row" />
        <h3 id={id}>
          <CropHeading crop={crop.crop} />
        </h3>
        <Until crop={crop} water={water} />
      </div>
      <Doubts crop={crop} region={region} />
      {better && <p className={styles.better}>{better}</p>}
      <AdviceFacts crop={crop} water={water} today={today} region={region} inputs={inputs} />
      <CropActions {...props} isOther />
      <CardTools crop={crop.crop} />
      <Openings {...props} inputs={inputs} />
    </section>
  );
}

interface OpeningsProps extends AdvisedCropProps {
  inputs: FieldInputs;
}

/** What is told when the farmer asks for it. */
const Openings = ({
  crop,
  water,
  today,
  region,
  arrivals,
  howToSow,
  soilQuestion,
  inputs,
}: OpeningsProps) => (
  <div className={styles.opening}>
    <FertiliserDetails crop={crop.crop} inputs={inputs} />
    <Disclosure label={t`How to sow it`} about={cropInSentence(crop.crop)}>
      {howToSow}
    </Disclosure>
    <Disclosure label={t`Why this?`} about={cropInSentence(crop.crop)}>
      {() => <Why {...{ crop, water, today, region, arrivals, soilQuestion }} />}
    </Disclosure>
  </div>
);

/** Plan or sow; for a crop that is planned, what can become of the plan. */
function CropActions({ crop, email, plan, isOther = false }: AdvisedCropProps & { isOther?: boolean }) {
  const [planning, setPlanning] = useState(false);
  if (plan) {
    const size = fieldAmountWithHectares(plan);
    return (
      <div className={styles.planned}>
        <p>{t`You plan ${size} of it.`}</p>
        <PlanActions plan={plan} />
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      <Button look={isOther ? 'secondary' : 'primary'} onClick={() => setPlanning(true)}>
        {t`I plan to sow this`}
      </Button>
      <ButtonLink
        look={isOther ? 'quiet' : 'secondary'}
        href={paths.sow}
        state={{ email, cropName: crop.name }}
      >
        {t`I have sown it`}
      </ButtonLink>
      {planning && <PlanDialog crop={crop} onClose={() => setPlanning(false)} />}
    </div>
  );
}

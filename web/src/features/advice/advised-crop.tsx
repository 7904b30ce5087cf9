import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import type { AdvisedCrop, FieldWater, Intention } from '@/shared/api/advice';
import { CropDrawing } from '@/shared/crops/crop-drawing';
import { CropHeading } from '@/shared/crops/crop-heading';
import { cropInSentence } from '@/shared/crops/crop-words';
import { fieldAmountWithHectares } from '@/shared/land/units';
import { paths } from '@/shared/paths';
import { ReadAloud } from '@/shared/speech/read-aloud';
import { Button, ButtonLink } from '@/shared/ui/button';
import { Disclosure } from '@/shared/ui/disclosure';
import { ClockIcon } from '@/shared/ui/icons';
import styles from './advice.module.css';
import { AdviceFacts, ShortFacts } from './advice-facts';
import { PlanActions } from './own-plans';
import { PlanDialog } from './plan-dialog';
import { waterCondition } from './water-sentences';
import { Why } from './why';
import { calendarDoubts, sowUntil } from './window-sentences';

export interface AdvisedCropProps {
  crop: AdvisedCrop;
  /** The water of the field; null where it is not told. */
  water: FieldWater | null;
  farmer: string;
  email: string;
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
  const { crop, water, today, region } = props;
  return (
    <section className={styles.first} aria-labelledby="advised" data-aloud>
      <div className={styles.head}>
        <CropDrawing crop={crop.crop} size="title" />
        <h2 id="advised">
          <CropHeading crop={crop.crop} />
        </h2>
        <p className={styles.until}>
          <ClockIcon />
          <Breath crop={crop} water={water} />
        </p>
      </div>
      <Doubts crop={crop} region={region} />
      <AdviceFacts crop={crop} water={water} today={today} />
      <ReadAloud about={cropInSentence(crop.crop)} />
      <CropActions {...props} />
      <WhyButton {...props} />
    </section>
  );
}

/** Renders another crop that fits, in short. */
export function OtherCrop(props: AdvisedCropProps) {
  const { crop, water, today, region } = props;
  const id = `advised-${crop.crop}`;
  return (
    <section className={styles.other} aria-labelledby={id}>
      <div className={styles.head}>
        <CropDrawing crop={crop.crop} size="row" />
        <h3 id={id}>
          <CropHeading crop={crop.crop} />
        </h3>
        <p className={styles.until}>
          <Breath crop={crop} water={water} />
        </p>
      </div>
      <Doubts crop={crop} region={region} />
      <ShortFacts crop={crop} water={water} today={today} />
      <CropActions {...props} isOther />
      <WhyButton {...props} />
    </section>
  );
}

/** For which water the crop is meant, and until when it is sown. */
function Breath({ crop, water }: Pick<AdvisedCropProps, 'crop' | 'water'>) {
  const condition = waterCondition(crop.water, water);
  return (
    <span className={styles.breath}>
      {condition && <span>{condition}</span>}
      <span>{sowUntil(crop)}</span>
    </span>
  );
}

function Doubts({ crop, region }: { crop: AdvisedCrop; region: string }) {
  const doubts = calendarDoubts(crop, region);
  return (
    doubts.length > 0 && (
      <div className={styles.doubts}>
        {doubts.map((doubt) => (
          <p key={doubt}>{doubt}</p>
        ))}
      </div>
    )
  );
}

const WhyButton = ({ crop, water, today, region, arrivals, howToSow, soilQuestion }: AdvisedCropProps) => (
  <div className={styles.opening}>
    <Disclosure label={t`How to sow it`} about={cropInSentence(crop.crop)}>
      {howToSow}
    </Disclosure>
    <Disclosure label={t`Why this?`} about={cropInSentence(crop.crop)}>
      {() => <Why {...{ crop, water, today, region, arrivals, soilQuestion }} />}
    </Disclosure>
  </div>
);

/** Plan or sow; for a crop that is planned, what can become of the plan. */
function CropActions({
  crop,
  farmer,
  email,
  plan,
  isOther = false,
}: AdvisedCropProps & { isOther?: boolean }) {
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
      {planning && <PlanDialog farmer={farmer} crop={crop} onClose={() => setPlanning(false)} />}
    </div>
  );
}

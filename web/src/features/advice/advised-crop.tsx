import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { CropHeading } from '@/domain/crops/card-name';
import { CropDrawing } from '@/domain/crops/crop-drawing';
import { cropInSentence } from '@/domain/crops/crop-words';
import { fieldAmountWithHectares } from '@/domain/land/units';
import { useLandUnits } from '@/domain/land/use-land-units';
import { yardstick } from '@/domain/land/yardstick';
import { withScreenMessages } from '@/shared/i18n/language';
import { Button } from '@/shared/ui/button';
import { Disclosure } from '@/shared/ui/disclosure';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Loading } from '@/shared/ui/spinner';
import styles from './advice.module.css';
import { betterAt } from './better-sentences';
import { cardLines } from './card-lines';
import { CardLines, Until } from './fact';
import type { AdvisedCropProps } from './more-of-crop';
import { PlanActions } from './own-plans';
import { PlanDialog } from './plan-dialogs';
import { sowShortly } from './window-sentences';

/** Loaded when it is opened. */
const MoreOfCrop = lazyPart(
  async () => (await withScreenMessages(() => import('./more-of-crop'))).MoreOfCrop,
  { meanwhile: <Loading /> },
);

interface FirstCropProps extends AdvisedCropProps {
  /** What the crop depends on, above its name. */
  lead: string | null;
  /** What would change the advice most, where the farmer has not told it. */
  question: ReactNode;
}

/** Renders the crop that is advised first: the largest thing on its screen. */
export const FirstCrop = ({ lead, question, ...props }: FirstCropProps) => (
  <section className={styles.first} aria-labelledby="advised" data-aloud>
    {lead && <p>{lead}</p>}
    <div className={styles.head}>
      <CropDrawing crop={props.crop.crop} size="choice" />
      <h2 id="advised">
        <CropHeading crop={props.crop.crop} />
      </h2>
    </div>
    <CardAtRest key={props.crop.crop} {...props} />
    {question}
    <RestOfCard key={`more ${props.crop.crop}`} {...props} />
  </section>
);

/** Renders another crop that fits: one line, which opens to the same card. */
export function OtherCrop(props: AdvisedCropProps) {
  const { crop } = props;
  const id = `advised-${crop.crop}`;
  const better = betterAt(crop);
  return (
    <section className={styles.other} aria-labelledby={id} data-aloud>
      <Disclosure
        look="line"
        isHeading
        keep={`other ${crop.crop}`}
        label={
          <>
            <CropDrawing crop={crop.crop} size="row" />
            <span id={id} className={styles.name}>
              <CropHeading crop={crop.crop} />
            </span>
            <span className={styles.shortly} data-unread>
              {sowShortly(crop)}
            </span>
          </>
        }
      >
        {() => (
          <div className={styles.card}>
            {better && <p className={styles.better}>{better}</p>}
            <CardAtRest {...props} isOther />
            <RestOfCard {...props} />
          </div>
        )}
      </Disclosure>
    </section>
  );
}

function CardAtRest(props: AdvisedCropProps & { isOther?: boolean }) {
  const { first } = cardLines(props, yardstick(useLandUnits()));
  return (
    <>
      <Until crop={props.crop} />
      <ul className={styles.facts}>
        <CardLines lines={first} />
      </ul>
      <CropActions {...props} />
    </>
  );
}

const RestOfCard = (props: AdvisedCropProps) => (
  <div className={styles.opening}>
    <Disclosure
      look="line"
      label={t`More about it`}
      about={cropInSentence(props.crop.crop)}
      keep={`more ${props.crop.crop}`}
    >
      {() => <MoreOfCrop {...props} />}
    </Disclosure>
  </div>
);

/** Plans the crop; for one that is planned, what can become of the plan. */
function CropActions({ crop, plan, isOther = false }: AdvisedCropProps & { isOther?: boolean }) {
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
      {planning && <PlanDialog crop={crop} onClose={() => setPlanning(false)} />}
    </div>
  );
}

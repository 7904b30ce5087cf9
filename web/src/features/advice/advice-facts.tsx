import { t } from '@lingui/core/macro';
import { useLandUnits } from '@/domain/land/use-land-units';
import { yardstick } from '@/domain/land/yardstick';
import type { CropOnField } from '@/shared/api/advice';
import { ChartIcon, HeartIcon } from '@/shared/ui/screen-icons';
import styles from './advice.module.css';
import { BagIcon, LandIcon, RupeeIcon, SeedIcon, SheafIcon } from './advice-icons';
import { type CardContext, cardLines } from './card-lines';
import { CardLines, Fact } from './fact';
import type { FieldInputs } from './field-inputs';
import { harvestMonths, monthPrice } from './harvest-sentences';
import { doseOf, fertiliserFor, seedFor } from './input-sentences';
import { growsHere } from './land-sentences';
import { importedNeed, projectedNeed } from './need-sentences';
import { supportPrice } from './price-sentences';

interface FactsProps extends CardContext {
  crop: CropOnField;
  inputs: FieldInputs;
  /** What a card shows at rest stands above. */
  isRest?: boolean;
}

/** Renders what a decision rests on, one in each line. The lines are the same for every crop. */
export function AdviceFacts({ crop, water, today, region, inputs, isRest = false }: FactsProps) {
  const piece = yardstick(useLandUnits());
  const { plan, area, field } = inputs;
  const { first, more } = cardLines({ crop, water, region }, piece);
  return (
    <ul className={styles.facts}>
      <CardLines lines={isRest ? more : [...first, ...more]} />
      <Fact icon={<RupeeIcon />}>{supportPrice(crop)}</Fact>
      <Fact icon={<BagIcon />} detail={<Soft>{doseOf(plan, region)}</Soft>}>
        {fertiliserFor(plan, area.hectares, field)}
      </Fact>
      <Fact icon={<SeedIcon />}>{seedFor(crop, area.hectares, field)}</Fact>
      <Fact icon={<SheafIcon />} detail={<Soft>{monthPrice(crop)}</Soft>}>
        {harvestMonths(crop, today)}
      </Fact>
      <Fact icon={<LandIcon />}>{growsHere(crop, water)}</Fact>
      <Fact
        icon={<ChartIcon />}
        detail={
          <>
            <NeedMeter crop={crop} />
            <Soft>{importedNeed(crop)}</Soft>
          </>
        }
      >
        {projectedNeed(crop)}
      </Fact>
      {crop.known && <Fact icon={<HeartIcon />}>{t`You know this crop`}</Fact>}
    </ul>
  );
}

const Soft = ({ children }: { children: string | null }) =>
  children && <span className="soft">{children}</span>;

/** What is met, what plans and advice would add, and what stays open. The sentences tell the same. */
function NeedMeter({ crop }: { crop: CropOnField }) {
  const within = (percent: number) => Math.min(Math.max(percent, 0), 100);
  const filled = within(100 - crop.need_open_percent);
  const followed = within(crop.filled_if_all_follow_percent);
  return (
    <span className={styles.meter} aria-hidden="true">
      <span data-part="met" style={{ inlineSize: `${filled}%` }} />
      <span data-part="followed" style={{ inlineSize: `${Math.max(followed - filled, 0)}%` }} />
    </span>
  );
}

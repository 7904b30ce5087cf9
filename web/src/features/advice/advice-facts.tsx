import { t } from '@lingui/core/macro';
import { shoppingList } from '@/domain/fertiliser/shopping-list';
import { useLandUnits } from '@/domain/land/use-land-units';
import { yardstick } from '@/domain/land/yardstick';
import { regionName } from '@/domain/regions/region-name';
import type { CropOnField } from '@/shared/api/advice';
import type { FertiliserPlan } from '@/shared/api/fertiliser';
import { about } from '@/shared/format/field-figures';
import { listed } from '@/shared/format/lists';
import { INDIA } from '@/shared/paths';
import { ChartIcon, HeartIcon } from '@/shared/ui/screen-icons';
import styles from './advice.module.css';
import { BagIcon, LandIcon, RupeeIcon, SeedIcon, SheafIcon } from './advice-icons';
import { type CardContext, cardLines } from './card-lines';
import { CardLines, Fact } from './fact';
import type { FieldInputs } from './field-inputs';
import { harvestMonths, monthPrice } from './harvest-sentences';
import { importedNeed, projectedNeed } from './need-sentences';
import { soldBesides, supportPrices, tenYears } from './price-sentences';
import { afterLast } from './rotation-sentences';

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
      {crop.after && <Fact icon={<LandIcon />}>{afterLast(crop)}</Fact>}
      {crop.leaves && <Fact icon={<RupeeIcon />}>{tenYears(crop, piece).join(' ')}</Fact>}
      <Fact icon={<RupeeIcon />}>{supportPrices(crop).join(' ')}</Fact>
      {crop.sold && <Fact icon={<RupeeIcon />}>{soldBesides(crop).join(' ')}</Fact>}
      <Fact icon={<BagIcon />} detail={<Soft>{doseOf(plan, region)}</Soft>}>
        {fertiliserFor(plan, area.hectares, field)}
      </Fact>
      <Fact icon={<SeedIcon />}>{seedFor(crop, area.hectares, field)}</Fact>
      <Fact icon={<SheafIcon />} detail={<Soft>{monthPrice(crop)}</Soft>}>
        {harvestMonths(crop, today)}
      </Fact>
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

/** Tells the fertilisers to buy for a field: 'Fertiliser for 2 acres: Urea 1 bag and 20 kg, DAP 22 kg'. */
export function fertiliserFor(plan: FertiliserPlan, hectares: number, field: string): string {
  const items = shoppingList(plan.bags.with_dap, hectares).map(
    ({ fertiliser, bags }) => `${fertiliser} ${bags}`,
  );
  if (items.length === 0) return t`No fertiliser is recommended for it`;
  const list = listed(items);
  return t`Fertiliser for ${field}: ${list}`;
}

/** Tells whose dose it is, where it is not the farmer's own state's; else null. */
export function doseOf({ region }: Pick<FertiliserPlan, 'region'>, own: string): string | null {
  if (region === own) return null;
  const state = regionName(own);
  if (region === INDIA) return t`No dose of ${state} is known; one for all of India is shown`;
  const other = regionName(region);
  return t`No dose of ${state} is known; that of ${other} is shown`;
}

/** Tells the seed for a field: 'Seed for 2 acres: 16 to 20 kg'. */
export function seedFor({ seed }: Pick<CropOnField, 'seed'>, hectares: number, field: string): string {
  const { min, max } = seed.pieces_per_ha ?? seed.kg_per_ha;
  const [low, high] = [about(min * hectares), about(max * hectares)];
  const amount = low === high ? low : t`${low} to ${high}`;
  const form = seed.form ?? '';
  if (seed.pieces_per_ha) return t`To plant ${field}: ${amount} ${form}`;
  return form ? t`Seed for ${field}: ${amount} kg (${form})` : t`Seed for ${field}: ${amount} kg`;
}

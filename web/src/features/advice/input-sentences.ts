import { t } from '@lingui/core/macro';
import { shoppingList } from '@/domain/fertiliser/shopping-list';
import { regionName } from '@/domain/regions/region-name';
import type { CropOnField } from '@/shared/api/advice';
import type { FertiliserPlan } from '@/shared/api/fertiliser';
import { about } from '@/shared/format/field-figures';
import { listed } from '@/shared/format/lists';
import { INDIA } from '@/shared/paths';

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

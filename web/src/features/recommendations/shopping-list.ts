import { plural, t } from '@lingui/core/macro';
import type { Fertilisers } from '@/shared/api/soil-climate';
import { kilograms, tenths } from '@/shared/format/numbers';

interface Item {
  fertiliser: string;
  /** Number of bags to one decimal: '2 bags', 'about 1 bag'. */
  bags: string;
  /** Weight of a bag and total weight: 'of 45 kg: 90 kg'. */
  weight: string;
}

/** Amounts under 0.5 kg are left off the list. */
const LEAST_KG = 0.5;

/** Returns the fertilisers to buy, in the order of a plan. */
export function shoppingList({ urea, dap, ssp, mop }: Fertilisers): Item[] {
  return [
    { fertiliser: t`Urea`, ...urea },
    { fertiliser: t`DAP`, ...dap },
    { fertiliser: t`SSP`, ...ssp },
    { fertiliser: t`MOP (potash)`, ...mop },
  ]
    .filter(({ bags, kg_per_bag: kgPerBag }) => bags * kgPerBag >= LEAST_KG)
    .map(({ fertiliser, bags, kg_per_bag: kgPerBag }) => {
      const [each, needed] = [kilograms(kgPerBag), kilograms(bags * kgPerBag)];
      return { fertiliser, bags: bagsOf(bags, kgPerBag), weight: t`of ${each} kg: ${needed} kg` };
    });
}

/** Returns the number of bags to one decimal, with 'about' if it does not give the same whole kilograms. */
function bagsOf(bags: number, kgPerBag: number): string {
  const count = Math.round(bags * 10) / 10;
  const shown = tenths(count);
  if (count === 0) return t`under 0.1 bags`;
  const isExact = kilograms(count * kgPerBag) === kilograms(bags * kgPerBag);
  return isExact
    ? plural(count, { one: `${shown} bag`, other: `${shown} bags` })
    : plural(count, { one: `about ${shown} bag`, other: `about ${shown} bags` });
}

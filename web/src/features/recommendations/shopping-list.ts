import { plural, t } from '@lingui/core/macro';
import type { Fertilisers } from '@/shared/api/soil-climate';
import { kilograms, tenths } from '@/shared/format/numbers';

interface Item {
  fertiliser: string;
  /** How many bags, to a tenth: '2 bags', 'about 1 bag'. */
  bags: string;
  /** What a bag weighs, and all that is needed: 'of 45 kg: 90 kg'. */
  weight: string;
}

/** Amounts under 0.5 kg are left off the list. */
const LEAST_KG = 0.5;

/** What to buy, in the order in which a plan is read; what is not needed is left out. */
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

/** The bags to a tenth, with 'about' where these are not the whole kilograms that are needed. */
function bagsOf(bags: number, kgPerBag: number): string {
  const count = Math.round(bags * 10) / 10;
  const shown = tenths(count);
  if (count === 0) return t`under 0.1 bags`;
  const isExact = kilograms(count * kgPerBag) === kilograms(bags * kgPerBag);
  return isExact
    ? plural(count, { one: `${shown} bag`, other: `${shown} bags` })
    : plural(count, { one: `about ${shown} bag`, other: `about ${shown} bags` });
}

import { t } from '@lingui/core/macro';
import type { Fertilisers } from '@/shared/api/soil-climate';

interface Item {
  fertiliser: string;
  bags: number;
  kgPerBag: number;
  kg: number;
}

/** Half a kilogram is no purchase. */
const LEAST_KG = 0.5;

/** What to buy, in the order in which a plan is read; what is not needed is left out. */
export function shoppingList({ urea, dap, ssp, mop }: Fertilisers): Item[] {
  return [
    { fertiliser: t`Urea`, ...urea },
    { fertiliser: t`DAP`, ...dap },
    { fertiliser: t`SSP`, ...ssp },
    { fertiliser: t`MOP (potash)`, ...mop },
  ]
    .map(({ fertiliser, bags, kg_per_bag }) => ({
      fertiliser,
      bags,
      kgPerBag: kg_per_bag,
      kg: bags * kg_per_bag,
    }))
    .filter(({ kg }) => kg >= LEAST_KG);
}

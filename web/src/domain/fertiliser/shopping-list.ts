import { plural, t } from '@lingui/core/macro';
import type { Fertilisers } from '@/shared/api/fertiliser';
import { kilograms } from '@/shared/format/numbers';

interface Item {
  fertiliser: string;
  /** Whole bags, and what is weighed out of a further one: '2 bags', '1 bag and 20 kg'. */
  bags: string;
  /** Weight of a bag, and of all: 'of 45 kg: 90 kg'. */
  weight: string;
}

/** Returns the fertilisers to buy for so many hectares, in whole kilograms and in the order of a plan. */
export function shoppingList({ urea, dap, ssp, mop }: Fertilisers, hectares: number): Item[] {
  return [
    { fertiliser: t`Urea`, ...urea },
    { fertiliser: t`DAP`, ...dap },
    { fertiliser: t`SSP`, ...ssp },
    { fertiliser: t`MOP (potash)`, ...mop },
  ]
    .map((item) => ({ ...item, needed: Math.round(item.bags * item.kg_per_bag * hectares) }))
    .filter(({ needed }) => needed > 0)
    .map(({ fertiliser, needed, kg_per_bag: kgPerBag }) => {
      const [each, all] = [kilograms(kgPerBag), kilograms(needed)];
      const weight = needed < kgPerBag ? t`a bag has ${each} kg` : t`of ${each} kg: ${all} kg`;
      return { fertiliser, bags: bagsOf(needed, kgPerBag), weight };
    });
}

function bagsOf(needed: number, kgPerBag: number): string {
  const [count, rest] = [Math.floor(needed / kgPerBag), needed % kgPerBag];
  const weighed = kilograms(rest);
  if (count === 0) return t`${weighed} kg`;
  if (rest === 0) return plural(count, { one: '# bag', other: '# bags' });
  return plural(count, { one: `# bag and ${weighed} kg`, other: `# bags and ${weighed} kg` });
}

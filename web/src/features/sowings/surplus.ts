import { t } from '@lingui/core/macro';
import { cropInSentence } from '@/domain/crops/crop-words';
import { isSurplus } from '@/domain/demand/is-surplus';
import type { Advice } from '@/shared/api/advice';
import type { DemandRow } from '@/shared/api/shapes';
import { paths } from '@/shared/paths';

interface SurplusLink {
  label: string;
  href: string;
}

/**
 * Returns what to compare a crop in surplus with: the crops of the farmer's advice, otherwise all crops. Null
 * for a crop that is wanted, or of which about as much is on the way as is needed.
 */
export function comparison(
  crop: string,
  rows: readonly DemandRow[],
  advice: Advice | undefined,
): SurplusLink | null {
  const row = rows.find((one) => one.crop === crop);
  if (!row || !isSurplus(row)) return null;
  const [first, second] = (advice?.advice ?? [])
    .filter((one) => one.crop !== crop)
    .map((one) => cropInSentence(one.crop));
  if (first === undefined || advice?.all_full)
    return { label: t`Compare with all crops`, href: paths.demand };
  return {
    label: second === undefined ? t`Compare with ${first}` : t`Compare with ${first} and ${second}`,
    href: paths.advice,
  };
}

import { t } from '@lingui/core/macro';
import type { DemandRow } from '@/shared/api/shapes';
import { compact } from '@/shared/format/lakhs';

/** Grown and used count as equal within this part of the larger one. */
export const SAME = 0.01;

/** Whether it is known what the region uses of the crop. */
export const isUseKnown = ({ has_balance, basis }: Pick<DemandRow, 'has_balance' | 'basis'>) =>
  has_balance && basis !== 'production';

/** Tells what the use of a state is: a share of India's, or whose figure. Empty for India. */
export function noteOfUse(row: DemandRow, state: string | null, source: string | undefined): string {
  if (!state) return '';
  if (!isUseKnown(row)) return t`How much ${state} uses is not known.`;
  if (row.basis === 'population') return t`Use: share of India's use by population.`;
  if (row.basis === 'processing') return t`Use: share of India's use by mills.`;
  return source ? t`Figures of ${state} itself: ${source}` : t`Figures of ${state} itself.`;
}

export const grownText = ({ usual_tonnes }: DemandRow) => compact(usual_tonnes);

export const usedText = (row: DemandRow) => (isUseKnown(row) ? compact(row.domestic_tonnes) : t`not known`);

/** Tells what goes out of a state or comes into it: what it grows less what it uses. Of India, what it exports. */
export function sentText(row: DemandRow, state: string | null): string {
  if (!isUseKnown(row)) return t`not known`;
  if (!state) {
    const exported = compact(row.exported_tonnes);
    return row.exported_tonnes > 0 ? t`exports ${exported}` : t`no exports known`;
  }
  const { usual_tonnes: grown, domestic_tonnes: used } = row;
  if (grown === 0 && used === 0) return t`nothing`;
  if (Math.abs(grown - used) <= SAME * Math.max(grown, used)) return t`about even`;
  const moved = compact(Math.abs(grown - used));
  return grown > used ? t`sends ${moved}` : t`receives ${moved}`;
}

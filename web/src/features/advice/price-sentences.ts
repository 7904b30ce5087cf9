import { t } from '@lingui/core/macro';
import type { AdvisedCrop } from '@/shared/api/advice';
import { aboutRupees, rupees } from '@/shared/format/rupees';
import { HECTARES_OF_AN_ACRE } from '@/shared/land/measures';

type SupportPrice = NonNullable<AdvisedCrop['support_price']>;

/** Tells the support price of a crop with its season. */
export function supportPrice({ support_price: price }: Pick<AdvisedCrop, 'support_price'>): string {
  if (!price) return t`No support price`;
  const sum = rupees(price.rupees_per_quintal);
  const season = marketingSeason(price.season);
  return price.kind === 'frp'
    ? t`Mills must pay ${sum} a quintal (${season})`
    : t`Support price ${sum} a quintal (${season})`;
}

/** Names the season of a support price: 2026-27 KMS is the kharif marketing season. */
function marketingSeason(season: SupportPrice['season']): string {
  const [years = '', kind = ''] = season.split(' ');
  switch (kind) {
    case 'KMS':
      return t`kharif marketing season ${years}`;
    case 'RMS':
      return t`rabi marketing season ${years}`;
    case 'sugar':
      return t`sugar season ${years}`;
    default:
      return season;
  }
}

type Money = Pick<AdvisedCrop, 'gross_rupees_per_ha' | 'cost_rupees_per_ha'>;

/** Tells what a hectare, or an acre, brings before costs, and the published cost. */
export function grossSentence(
  { gross_rupees_per_ha: gross, cost_rupees_per_ha: cost }: Money,
  inAcres = false,
): string | null {
  if (!gross) return null;
  if (inAcres) {
    const ofAnAcre = (sum: number) => aboutRupees(sum * HECTARES_OF_AN_ACRE);
    const [low, high] = [ofAnAcre(gross.low), ofAnAcre(gross.high)];
    if (cost === null)
      return t`At that price one acre brings ${low} to ${high} before costs. No cost is published for it.`;
    const spent = ofAnAcre(cost);
    return t`At that price one acre brings ${low} to ${high} before costs. Published cost: ${spent}.`;
  }
  const [low, high] = [aboutRupees(gross.low), aboutRupees(gross.high)];
  if (cost === null)
    return t`At that price one hectare brings ${low} to ${high} before costs. No cost is published for it.`;
  const spent = aboutRupees(cost);
  return t`At that price one hectare brings ${low} to ${high} before costs. Published cost: ${spent}.`;
}

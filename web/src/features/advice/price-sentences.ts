import { t } from '@lingui/core/macro';
import type { AdvisedCrop } from '@/shared/api/advice';
import { cropYearName } from '@/shared/format/dates';
import { aboutRupees, rupees, whole } from '@/shared/format/numbers';

type SupportPrice = NonNullable<AdvisedCrop['support_price']>;

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
  const names: Readonly<Record<string, string>> = {
    KMS: t`kharif marketing season ${years}`,
    RMS: t`rabi marketing season ${years}`,
    sugar: t`sugar season ${years}`,
  };
  return names[kind] ?? season;
}

const yieldsOf = (land: NonNullable<AdvisedCrop['yield_of']>): string =>
  ({
    watered: t`These are yields of watered fields.`,
    unwatered: t`These are yields of fields without watering.`,
    'watered-and-not': t`These are yields of watered fields and others.`,
  })[land];

/** Tells what the sums are reckoned from. */
export function reckonedFrom({
  leaves,
  yield_kg_per_ha: yields,
  yield_of,
}: Pick<AdvisedCrop, 'leaves' | 'yield_kg_per_ha' | 'yield_of'>): string[] {
  if (!leaves) return [];
  const [low, high] = [whole(yields.low), whole(yields.high)];
  const price = rupees(leaves.price_rupees_per_quintal);
  const cost = aboutRupees(leaves.cost);
  const year = cropYearName(leaves.cost_year);
  return [
    t`Reckoned with what your state usually harvests, ${low} to ${high} kg a hectare, and ${price} a quintal, the price where as much comes to market as is expected.`,
    ...(yield_of ? [yieldsOf(yield_of)] : []),
    leaves.cost_region === 'IN'
      ? t`Cost: ${cost} a hectare, by India's cost of a quintal in ${year}: what is paid out, and the family's work. Rent is not in it.`
      : t`Cost: ${cost} a hectare, by a survey of your state in ${year}, brought to today: what is paid out, and the family's work. Rent is not in it.`,
    t`A poor year has the yield that one district in ten stays under, and the price of the worst year in ten.`,
  ];
}

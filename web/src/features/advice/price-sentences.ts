import { t } from '@lingui/core/macro';
import type { Yardstick } from '@/domain/land/yardstick';
import type { AdvisedCrop, LeftPerHectare } from '@/shared/api/advice';
import { cropYearName } from '@/shared/format/dates';
import { whole } from '@/shared/format/numbers';

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

type Money = Pick<AdvisedCrop, 'leaves' | 'lacking' | 'yield_of'>;

/** Tells what a usual and a poor year leave after costs, for the farmer's piece of land; or why nobody can say. */
export function leavesSentences(
  { leaves, lacking, yield_of }: Money,
  { hectares, each }: Yardstick,
): string[] {
  if (!leaves) return lacking ? [notKnown(lacking)] : [];
  const of = (sum: number) => aboutRupees(Math.abs(sum) * hectares);
  const sentences = [usualYear(leaves.usual_year, of, each), poorYear(leaves.poor_year, of)];
  if (yield_of === 'watered-and-not') sentences.push(t`These are yields of watered fields and others.`);
  return sentences;
}

const notKnown = (lacking: NonNullable<AdvisedCrop['lacking']>): string =>
  ({
    cost: t`What it leaves after costs is not known: nobody publishes its cost here.`,
    yield: t`What it leaves after costs is not known: there are no sure yields of your state.`,
    'unwatered-yield': t`What it leaves after costs is not known: the yields of your state are of watered land.`,
  })[lacking];

function usualYear(
  { low, high }: LeftPerHectare['usual_year'],
  of: (sum: number) => string,
  each: string,
): string {
  const [from, to] = [of(low), of(high)];
  if (low >= 0) return t`A usual year leaves ${from} to ${to} ${each} after costs.`;
  if (high >= 0) return t`A usual year leaves up to ${to} ${each} after costs, or loses up to ${from}.`;
  return t`A usual year loses ${to} to ${from} ${each} after costs.`;
}

function poorYear(left: number, of: (sum: number) => string): string {
  const sum = of(left);
  return left >= 0 ? t`A poor one leaves ${sum}.` : t`A poor one loses ${sum}.`;
}

/** Tells what the sums are reckoned from. */
export function reckonedFrom({
  leaves,
  yield_kg_per_ha: yields,
}: Pick<AdvisedCrop, 'leaves' | 'yield_kg_per_ha'>): string[] {
  if (!leaves) return [];
  const [low, high] = [whole(yields.low), whole(yields.high)];
  const price = rupees(leaves.price_rupees_per_quintal);
  const cost = aboutRupees(leaves.cost);
  const year = cropYearName(leaves.cost_year);
  return [
    t`Reckoned with what your state usually harvests, ${low} to ${high} kg a hectare, and ${price} a quintal, the price where as much comes to market as is expected.`,
    leaves.cost_region === 'IN'
      ? t`Cost: ${cost} a hectare, by India's cost of a quintal in ${year}: what is paid out, and the family's work. Rent is not in it.`
      : t`Cost: ${cost} a hectare, by a survey of your state in ${year}, brought to today: what is paid out, and the family's work. Rent is not in it.`,
    t`A poor year has the yield that one district in ten stays under, and the price of the worst year in ten.`,
  ];
}

/** Formats rupees in the Indian grouping: ₹1,14,800. */
export const rupees = (value: number) => `₹${whole(value)}`;

/** Rounds a computed sum to hundreds, so that it does not look exact. */
const aboutRupees = (value: number) => rupees(Math.round(value / 100) * 100);

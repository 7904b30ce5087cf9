import { t } from '@lingui/core/macro';
import { monthOf } from '@/domain/calendar/days';
import type { Yardstick } from '@/domain/land/yardstick';
import { regionName } from '@/domain/regions/region-name';
import type { AdvisedCrop, CropOnField } from '@/shared/api/advice';
import { calendarDate, cropYearName } from '@/shared/format/dates';
import { aboutRupees, rupees, whole } from '@/shared/format/numbers';

type SupportPrice = NonNullable<AdvisedCrop['support_price']>;
type StatePrice = AdvisedCrop['state_prices'][number];

type Priced = Pick<AdvisedCrop, 'support_price' | 'state_prices' | 'bought'>;

/** Tells the support price, what the state names in its place or adds to it, and how much of the crop is bought at it. */
export function supportPrices({ support_price: price, state_prices, bought }: Priced): string[] {
  if (!price) return [t`No support price.`];
  const of = (kind: string) => state_prices.filter((one) => one.kind === kind);
  const advised = of('advised').map(stateAdvises);
  if (advised.length > 0) return advised;
  const sum = rupees(of('support')[0]?.rupees_per_quintal ?? price.rupees_per_quintal);
  const season = marketingSeason(price.season);
  if (price.kind === 'frp')
    return [t`Mills must pay ${sum} a quintal (${season}) at the usual sugar content: less sugar, less pay.`];
  return [
    t`Support price ${sum} a quintal (${season}).`,
    ...of('bonus').map(stateAdds),
    ...(bought ? [boughtAtIt(bought)] : []),
  ];
}

function stateAdvises({ rupees_per_quintal, season, variety }: StatePrice): string {
  const sum = rupees(rupees_per_quintal);
  switch (variety) {
    case 'early':
      return t`Mills in your state must pay ${sum} a quintal for early varieties (${season}).`;
    case 'late':
      return t`Mills in your state must pay ${sum} a quintal for late varieties (${season}).`;
    case 'common':
      return t`Mills in your state must pay ${sum} a quintal for common varieties (${season}).`;
    default:
      return t`Mills in your state must pay ${sum} a quintal (${season}).`;
  }
}

function stateAdds({ rupees_per_quintal, season }: StatePrice): string {
  const sum = rupees(rupees_per_quintal);
  return t`Your state added ${sum} to it (${season}): ask whether it still does.`;
}

/** A market's buyer may pay less where few are public ones. */
function boughtAtIt({ part, region }: NonNullable<AdvisedCrop['bought']>): string {
  if (part < 0.01)
    return region === 'IN'
      ? t`Hardly any of India's crop is bought at it.`
      : t`Hardly any of your state's crop is bought at it.`;
  if (part >= 0.2) {
    const quintals = whole(part * 100);
    return region === 'IN'
      ? t`Of 100 quintals in India, ${quintals} are bought at it.`
      : t`Of 100 quintals in your state, ${quintals} are bought at it.`;
  }
  const quintals = whole(1 / part);
  return region === 'IN'
    ? t`One quintal in ${quintals} in India is bought at it.`
    : t`One quintal in ${quintals} in your state is bought at it.`;
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

/** Tells how the price usually moves until the harvest. Null where it hardly does, or nobody knows. */
export function harvestPrice({
  sold,
  harvest_from,
}: Pick<CropOnField, 'sold' | 'harvest_from'>): string | null {
  const change = sold?.harvest_change_percent ?? 0;
  if (Math.abs(change) < 3) return null;
  const month = monthOf(harvest_from, harvest_from);
  const percent = whole(Math.abs(change));
  return change < 0
    ? t`In ${month}, when it is harvested, it is usually ${percent} % lower.`
    : t`In ${month}, when it is harvested, it is usually ${percent} % higher.`;
}

/** Tells what is to be known beside what the market paid: how it usually moves until the harvest, and who says it. */
export function soldBesides(crop: Pick<CropOnField, 'sold' | 'harvest_from'>): string[] {
  const change = harvestPrice(crop);
  const source = t`As Agmarknet, the government's market service, has it.`;
  return change ? [change, source] : [source];
}

/** Tells how ten years differ. Empty where the state's years are not known. */
export function tenYears({ leaves }: Pick<AdvisedCrop, 'leaves'>, { hectares, each }: Yardstick): string[] {
  if (!leaves) return [];
  const sentences = [];
  const { poor_yield_kg, loss_years, poor_price_rupees_per_quintal: price } = leaves;
  if (poor_yield_kg !== null) {
    const kg = whole(poor_yield_kg * hectares);
    sentences.push(t`In 10 years: 6 usual, 2 poor (${kg} kg ${each}), 2 good.`);
  } else {
    sentences.push(t`How its years differ in your state is not known.`);
  }
  if (loss_years) sentences.push(t`In ${loss_years} of 10 years it loses.`);
  if (price !== null) {
    const sum = rupees(price);
    sentences.push(t`In the worst of 10 years a quintal brings ${sum}.`);
  }
  return sentences;
}

function pricesOf(region: string | null, day: string): string {
  const until = calendarDate(day);
  if (!region) return t`Prices: markets of India on ${until}.`;
  const whose = regionName(region);
  return t`Prices: markets of ${whose} in the twelve weeks until ${until}, brought to the month of the harvest.`;
}

/** Tells what the sums are reckoned from. `region` is the farmer's. */
export function reckonedFrom(
  { leaves, yield_of }: Pick<AdvisedCrop, 'leaves' | 'yield_of'>,
  region: string,
): string[] {
  if (!leaves) return [];
  const price = rupees(leaves.price_rupees_per_quintal);
  const cost = aboutRupees(leaves.cost);
  const year = cropYearName(leaves.cost_year);
  const kg = whole(leaves.yield_kg ?? 0);
  const sentences = [];
  if (leaves.yield_kg)
    sentences.push(
      t`Reckoned with ${kg} kg a hectare and ${price} a quintal, the price where as much comes to market as is expected.`,
    );
  if (leaves.price_as_of) sentences.push(pricesOf(leaves.price_region, leaves.price_as_of));
  if (yield_of) sentences.push(yieldsOf(yield_of));
  if (leaves.cost_region === region) {
    sentences.push(
      t`Yield and cost are of a survey of your state until ${year}. Cost: ${cost} a hectare, brought to today: what is paid out, and the family's work. Rent is not in it.`,
    );
  } else {
    const state = regionName(leaves.cost_region);
    sentences.push(
      t`Yield and cost are of a survey of ${state} until ${year}, as your state has none. Cost: ${cost} a hectare, brought to today: what is paid out, and the family's work. Rent is not in it.`,
    );
  }
  return sentences;
}

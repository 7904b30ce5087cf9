import { t } from '@lingui/core/macro';
import { beginsIn, dayRange, monthOf } from '@/domain/calendar/days';
import type { AdvisedCrop } from '@/shared/api/advice';
import { whole } from '@/shared/format/numbers';

type Harvest = Pick<AdvisedCrop, 'harvest_from' | 'harvest_until' | 'month_fill_percent'>;

/** Below and above these, the harvest months are named quiet or full. 100 is an even part of the year's demand. */
const QUIET_PERCENT = 67;
const FULL_PERCENT = 150;
/** Within this part of the year's price, a month's price is the same. */
const SAME_PRICE = 0.02;

export function harvestMonths(crop: Harvest, today: string): string {
  const { harvest_from: from, harvest_until: until } = crop;
  const last = monthOf(until, today);
  const first = from.slice(0, 7) === until.slice(0, 7) ? last : monthOf(from, beginsIn(from, until, today));
  const fill = crop.month_fill_percent;
  if (fill !== null && fill < QUIET_PERCENT) {
    return first === last
      ? t`Harvest in ${first}, when little else comes`
      : t`Harvest from ${first} to ${last}, when little else comes`;
  }
  if (fill !== null && fill > FULL_PERCENT) {
    return first === last
      ? t`Harvest in ${first}, when much of it comes`
      : t`Harvest from ${first} to ${last}, when much of it comes`;
  }
  return first === last ? t`Harvest in ${first}` : t`Harvest from ${first} to ${last}`;
}

export function harvestSentence(
  { harvest_from, harvest_until, month_fill_percent: fill }: Harvest,
  today: string,
): string {
  const days = dayRange(harvest_from, harvest_until, today);
  if (fill === null) return t`Sown today, it is ripe from ${days}.`;
  const percent = whole(fill);
  return t`Sown today, it is ripe from ${days}. What comes to market in those months is ${percent} % of an even part of the year's need.`;
}

/** Tells the usual price of the harvest month against the year's; null where the months do not differ much by crop. */
export function monthPrice({
  month_price_index: index,
}: Pick<AdvisedCrop, 'month_price_index'>): string | null {
  if (index === null) return null;
  const percent = whole(Math.abs(index - 1) * 100);
  if (index > 1 + SAME_PRICE) return t`Its price is then usually ${percent} % above the average of the year`;
  if (index < 1 - SAME_PRICE) return t`Its price is then usually ${percent} % below the average of the year`;
  return t`Its price is then usually at the average of the year`;
}

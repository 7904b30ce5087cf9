import { plural, t } from '@lingui/core/macro';
import { beginsIn, dayInIndia, dayMonth } from '@/domain/calendar/days';
import type { Sowing } from '@/shared/api/sowings';
import { calendarDate } from '@/shared/format/dates';
import { kilograms } from '@/shared/format/numbers';

type Harvest = Pick<Sowing, 'harvest_from' | 'harvest_until' | 'days_to_harvest'>;

/** Tells when a sowing is ripe, and in how many days. */
export function harvestSentence(
  { harvest_from, harvest_until, days_to_harvest }: Harvest,
  now: number,
): string {
  const today = dayInIndia(now);
  const [first, last] = [
    dayMonth(harvest_from, beginsIn(harvest_from, harvest_until, today)),
    dayMonth(harvest_until, today),
  ];
  if (days_to_harvest > 0) {
    return plural(days_to_harvest, {
      one: `Harvest from ${first} to ${last}, in # day`,
      other: `Harvest from ${first} to ${last}, in # days`,
    });
  }
  return harvest_until < today ? t`The usual harvest was until ${last}` : t`Ripe now: harvest until ${last}`;
}

/** Tells why a harvest before its first usual day is asked about. */
export function earlySentence(
  { days_since_sowing, harvest_from }: Pick<Sowing, 'days_since_sowing' | 'harvest_from'>,
  now = Date.now(),
): string {
  const first = dayMonth(harvest_from, dayInIndia(now));
  if (days_since_sowing === 0)
    return t`Sown today. The harvest of this crop usually begins on ${first}. Noting a harvest ends the sowing.`;
  return plural(days_since_sowing, {
    one: `Sown # day ago. The harvest of this crop usually begins on ${first}. Noting a harvest ends the sowing.`,
    other: `Sown # days ago. The harvest of this crop usually begins on ${first}. Noting a harvest ends the sowing.`,
  });
}

/** Tells how a sowing ended. */
export function closedSentence({
  outcome,
  on,
  harvested_kg,
}: Omit<NonNullable<Sowing['closed']>, 'undo_until'>): string {
  const day = calendarDate(on);
  if (outcome === 'failed') return t`Failed, noted on ${day}. It no longer counts as supply.`;
  if (harvested_kg === null) return t`Harvested, noted on ${day}.`;
  const weight = kilograms(harvested_kg);
  return t`Harvested, noted on ${day}: ${weight} kg.`;
}

import { plural, t } from '@lingui/core/macro';
import { beginsIn, dayMonth, daysApart } from '@/domain/calendar/days';
import type { Sowing } from '@/shared/api/sowings';
import { calendarDate } from '@/shared/format/dates';
import { kilograms } from '@/shared/format/numbers';

type Harvest = Pick<Sowing, 'harvest_from' | 'harvest_until'>;

export function ripenessSentence({ harvest_from, harvest_until }: Harvest, today: string): string {
  const [first, last] = [
    dayMonth(harvest_from, beginsIn(harvest_from, harvest_until, today)),
    dayMonth(harvest_until, today),
  ];
  const days_to_harvest = daysApart(today, harvest_from);
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
  { sown_on, harvest_from }: Pick<Sowing, 'sown_on' | 'harvest_from'>,
  today: string,
): string {
  const first = dayMonth(harvest_from, today);
  const days_since_sowing = daysApart(sown_on, today);
  if (days_since_sowing <= 0)
    return t`Sown today. The harvest of this crop usually begins on ${first}. Noting a harvest ends the sowing.`;
  return plural(days_since_sowing, {
    one: `Sown # day ago. The harvest of this crop usually begins on ${first}. Noting a harvest ends the sowing.`,
    other: `Sown # days ago. The harvest of this crop usually begins on ${first}. Noting a harvest ends the sowing.`,
  });
}

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

import { plural, t } from '@lingui/core/macro';
import { dayMonth } from '@/domain/calendar/days';
import type { AdvisedCrop, Intention, LaterCrop } from '@/shared/api/advice';
import { INDIA } from '@/shared/paths';

type Sowing = Pick<AdvisedCrop, 'timing' | 'sow_from' | 'sow_until' | 'sow_latest' | 'days_left'>;

/**
 * Tells until when a crop can be sown: Sow until 15 July – 12 days left. Before and after the days in which most sow
 * it, it tells these days.
 */
export function sowUntil({ timing, sow_from, sow_until, sow_latest, days_left }: Sowing): string {
  if (timing === null) {
    const day = dayMonth(sow_from);
    return t`Not sown in these weeks; next from ${day}`;
  }
  if (timing === 'early') {
    const from = dayMonth(sow_from);
    return t`Early: most sow it from ${from}`;
  }
  if (timing === 'late') {
    const [usual, last] = [dayMonth(sow_until), dayMonth(sow_latest)];
    return t`Late: most sow it until ${usual}. The last day is ${last}`;
  }
  if (days_left < 0) {
    const last = dayMonth(sow_latest);
    return t`Its days for sowing ended on ${last}`;
  }
  const day = dayMonth(sow_until);
  if (days_left === 0) return t`Sow today: ${day} is the last day`;
  return plural(days_left, {
    one: `Sow until ${day} – # day left`,
    other: `Sow until ${day} – # days left`,
  });
}

/** The same in a word or two, for a line with the name of the crop. */
export function sowShortly(crop: Sowing): string {
  const { timing, sow_from, sow_until, sow_latest, days_left } = crop;
  if (timing === 'usual' && days_left < 0) return sowUntil(crop);
  if (timing === null || timing === 'early') {
    const first = dayMonth(sow_from);
    return t`from ${first}`;
  }
  const last = dayMonth(timing === 'late' ? sow_latest : sow_until);
  return t`until ${last}`;
}

export function sowFrom({ sow_from, in_days }: Pick<LaterCrop, 'sow_from' | 'in_days'>): string {
  const day = dayMonth(sow_from);
  if (in_days <= 0) return t`Sow from ${day}`;
  return plural(in_days, { one: `Sow from ${day}, in # day`, other: `Sow from ${day}, in # days` });
}

/** Tells what is uncertain about the days of a crop: few sources, or another region's days. */
export const calendarDoubts = ({ calendar }: Pick<AdvisedCrop, 'calendar'>, region: string): string[] =>
  [
    calendar.region === INDIA && region !== INDIA
      ? t`No calendar is known for this crop in your state. These are the days of India as a whole.`
      : '',
    calendar.confidence === 'low'
      ? t`The days are uncertain: few sources give them. Ask your neighbours.`
      : '',
  ].filter(Boolean);

export function planStands({ ends_on, days_left, opens_on }: Intention): string {
  if (opens_on) {
    const opening = dayMonth(opens_on);
    return t`It cannot be sown in these days. Its days for sowing begin on ${opening}.`;
  }
  const day = dayMonth(ends_on);
  if (days_left < 0) return t`The plan ended on ${day}.`;
  if (days_left === 0) return t`The plan ends today.`;
  return plural(days_left, {
    one: `The plan stands until ${day}: # day left.`,
    other: `The plan stands until ${day}: # days left.`,
  });
}

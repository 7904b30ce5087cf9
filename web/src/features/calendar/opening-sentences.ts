import { plural, t } from '@lingui/core/macro';
import { dayMonth, dayRange, daysApart } from '@/domain/calendar/days';
import type { SowingWindow } from '@/shared/api/calendar';
import { listed } from '@/shared/format/lists';

type Opening = Pick<SowingWindow, 'opens' | 'closes'>;

/** What a window is on a day. The answer may be days old, so that only its dates count. */
export function openingOn({ opens, closes }: Opening, today: string) {
  const isOpen = opens <= today && today <= closes;
  return { isOpen, isOver: closes < today, days: daysApart(today, isOpen ? closes : opens) };
}

/** Tells whether a window is open, and until or from when. */
export function openingSentence(window: Opening, today: string): string {
  const { isOpen, isOver, days: in_days } = openingOn(window, today);
  const last = dayMonth(window.closes);
  if (isOver) return t`Its days for sowing ended on ${last}`;
  if (isOpen) {
    if (in_days === 0) return t`Open now, today is the last day`;
    const day = last;
    return plural(in_days, {
      one: `Open now, until ${day} – # day left`,
      other: `Open now, until ${day} – # days left`,
    });
  }
  const day = dayMonth(window.opens);
  return plural(in_days, { one: `Opens on ${day}, in # day`, other: `Opens on ${day}, in # days` });
}

export function sowingDays({ sow_from, sow_until }: Pick<SowingWindow, 'sow_from' | 'sow_until'>): string {
  const days = dayRange(sow_from, sow_until);
  return t`Sow from ${days}`;
}

export function onlyIn(districts: readonly string[]): string {
  const names = listed(districts);
  return t`In ${names}`;
}

/** Tells the earliest and the latest day, where they are not the usual ones. */
export function extremes({
  earliest,
  sow_from,
  sow_until,
  latest,
}: Pick<SowingWindow, 'earliest' | 'sow_from' | 'sow_until' | 'latest'>): string {
  return earliest === sow_from && latest === sow_until ? '' : dayRange(earliest, latest);
}

export function harvestDays({
  harvest_from,
  harvest_until,
  days_min,
  days_max,
}: Pick<SowingWindow, 'harvest_from' | 'harvest_until' | 'days_min' | 'days_max'>): string {
  const days = dayRange(harvest_from, harvest_until);
  if (days_min === days_max) {
    return plural(days_max, {
      one: `Harvest from ${days}, # day after sowing`,
      other: `Harvest from ${days}, # days after sowing`,
    });
  }
  return t`Harvest from ${days}, ${days_min} to ${days_max} days after sowing`;
}

/** Names how sure the days are. */
export function confidenceWord(confidence: string): string {
  const words: Readonly<Record<string, string>> = {
    high: t`sure`,
    medium: t`fairly sure`,
    low: t`uncertain: few sources`,
  };
  return words[confidence] ?? confidence;
}

/**
 * Orders windows: open ones first, those that close soonest before; then those that open soonest, and those that ended
 * since they were read.
 */
export const soonestFirst = (windows: readonly SowingWindow[], today: string): SowingWindow[] =>
  windows
    .map((window) => ({ window, ...openingOn(window, today) }))
    .sort(
      (a, b) => Number(b.isOpen) - Number(a.isOpen) || Number(a.isOver) - Number(b.isOver) || a.days - b.days,
    )
    .map(({ window }) => window);

import { t } from '@lingui/core/macro';
import { addDays, dayRange } from '@/domain/calendar/days';
import type { ArrivalBin } from '@/shared/api/calendar';
import type { ArrivalsBar } from '@/shared/charts/arrivals-chart';
import { plain, whole } from '@/shared/format/numbers';

/** The part of the year's arrivals that the sentence about the main weeks covers. */
const MAIN_PART = 2 / 3;
/** Within this part of a usual year, a year is the same. */
const SAME = 0.005;

const sum = (bins: readonly ArrivalBin[], figure: (bin: ArrivalBin) => number) =>
  bins.reduce((total, bin) => total + figure(bin), 0);

/** Returns the last day of a bin: the 10th, the 20th, or the end of the month. */
export function lastDay(from: string): string {
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number);
  if (day < 21) return addDays(from, 9);
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`;
  return addDays(next, -1);
}

/**
 * Returns the shortest run of bins that holds the main part of a usual year's arrivals. The year is a circle:
 * the run may pass its last bin. Null if nothing usually arrives.
 */
export function mainRun(bins: readonly ArrivalBin[]): { from: string; until: string } | null {
  const wanted = sum(bins, (bin) => bin.usual_tonnes) * MAIN_PART;
  if (wanted <= 0) return null;
  for (let length = 1; length <= bins.length; length += 1) {
    let best: { from: string; until: string; tonnes: number } | null = null;
    for (let start = 0; start < bins.length; start += 1) {
      const run = Array.from({ length }, (_, index) => bins[(start + index) % bins.length]).filter(
        (bin) => bin !== undefined,
      );
      const tonnes = sum(run, (bin) => bin.usual_tonnes);
      const [first, last] = [run[0], run.at(-1)];
      if (first && last && tonnes >= wanted && tonnes > (best?.tonnes ?? 0)) {
        best = { from: first.from, until: lastDay(last.from), tonnes };
      }
    }
    if (best) return { from: best.from, until: best.until };
  }
  return null;
}

export function rangeSentence(bins: readonly ArrivalBin[]): string {
  const run = mainRun(bins);
  if (!run) return t`None usually comes to market here.`;
  const days = dayRange(run.from, run.until);
  return t`Two thirds of it usually come to market from ${days}.`;
}

export function thisYearSentence(bins: readonly ArrivalBin[]): string {
  const usual = sum(bins, (bin) => bin.usual_tonnes);
  const now = sum(bins, (bin) => bin.this_year_tonnes);
  if (usual <= 0) return '';
  const change = now / usual - 1;
  if (Math.abs(change) < SAME) return t`In the coming year as much as usual is on the way.`;
  const percent = plain(Math.abs(change) * 100, 1);
  return change > 0
    ? t`In the coming year ${percent} % more than usual is on the way.`
    : t`In the coming year ${percent} % less than usual is on the way.`;
}

export function shareInGrow(percent: number): string {
  if (percent > 0 && percent < 1)
    return t`Less than 1 % of the land is in Grow; the rest is taken from usual years.`;
  const part = whole(percent);
  return t`${part} % of the land is in Grow; the rest is taken from usual years.`;
}

export function arrivalsBars(bins: readonly ArrivalBin[], months: readonly string[]): ArrivalsBar[] {
  let begun = 0;
  return bins.map(({ from, usual_tonnes, this_year_tonnes }) => {
    const [, month = 0, day = 0] = from.split('-').map(Number);
    const begins = day === 1;
    if (begins) begun += 1;
    return {
      key: from,
      usual_tonnes,
      this_year_tonnes,
      month: begins ? (months[month - 1] ?? '') : '',
      isThird: begins && begun % 3 === 1,
    };
  });
}

/** Names the days of a bin: 11 September to 20 September. */
export const binDays = (from: string) => dayRange(from, lastDay(from));

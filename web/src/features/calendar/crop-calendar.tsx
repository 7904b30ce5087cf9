import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { addDays, dayRange } from '@/domain/calendar/days';
import { type ArrivalBin, type CropCalendar, cropCalendarQuery } from '@/shared/api/calendar';
import { shortMonths } from '@/shared/format/dates';
import { plain, whole } from '@/shared/format/numbers';
import { useLanguage } from '@/shared/i18n/language';
import { Loaded } from '@/shared/query/loaded';
import { Disclosure } from '@/shared/ui/disclosure';
import { Panel } from '@/shared/ui/panel';
import { TitledStack } from '@/shared/ui/stack';
import { type ArrivalsBar, ArrivalsChart } from './arrivals-chart';
import styles from './calendar.module.css';
import { CropWindows } from './crop-windows';

interface CropCalendarProps {
  crop: string;
  /** Name of the crop, for screen readers. */
  name: string;
  region: string;
  /** Name of the state; null for India. */
  state: string | null;
}

export const CropCalendarPanel = ({ crop, name, region, state }: CropCalendarProps) => (
  <Panel title={state ? t`When to sow in ${state}` : t`When to sow in India`}>
    <Loaded query={useQuery(cropCalendarQuery(region, crop, useLanguage()))}>
      {(calendar) => (
        <>
          <CropWindows calendar={calendar} />
          <TitledStack title={t`When it comes to market`}>
            <Arrivals calendar={calendar} about={name} />
          </TitledStack>
        </>
      )}
    </Loaded>
  </Panel>
);

export const CropArrivals = ({ crop, name, region }: Omit<CropCalendarProps, 'state'>) => (
  <Loaded query={useQuery(cropCalendarQuery(region, crop, useLanguage()))}>
    {(calendar) => <Arrivals calendar={calendar} about={name} />}
  </Loaded>
);

function Arrivals({ calendar, about }: { calendar: CropCalendar; about: string }) {
  const { bins } = calendar;
  const sentences = [rangeSentence(bins), thisYearSentence(bins)].filter(Boolean);
  return (
    <div className={styles.arrivals}>
      <p>{sentences.join(' ')}</p>
      <ArrivalsChart
        bars={arrivalsBars(bins, shortMonths())}
        label={t`Bar chart of what comes to market in each ten days of the coming year. The table has the same figures.`}
        series={{ usual: t`Usual year`, thisYear: t`On the way this year` }}
      />
      <p className={styles.soft}>
        <span>{shareInGrow(calendar.coverage_percent)}</span>{' '}
        <span>{t`It shows when and how much comes, not what the price will be.`}</span>
      </p>
      <div className={styles.opening}>
        <Disclosure label={t`Show as table`} about={about}>
          {() => <ArrivalsTable calendar={calendar} />}
        </Disclosure>
      </div>
    </div>
  );
}

const figure = (tonnes: number) => plain(Math.round(tonnes), 0);

const ArrivalsTable = ({ calendar: { bins } }: { calendar: CropCalendar }) => (
  <table className={styles.table}>
    <caption>{t`What comes to market, in tonnes`}</caption>
    <thead>
      <tr>
        <th scope="col">{t`Days`}</th>
        <th scope="col">{t`Usual year`}</th>
        <th scope="col">{t`This year`}</th>
      </tr>
    </thead>
    <tbody>
      {bins.map((bin) => (
        <tr key={bin.from}>
          <th scope="row">{binDays(bin.from)}</th>
          <td>{figure(bin.usual_tonnes)}</td>
          <td>{figure(bin.this_year_tonnes)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

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
const binDays = (from: string) => dayRange(from, lastDay(from));

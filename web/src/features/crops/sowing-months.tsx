import { t } from '@lingui/core/macro';
import { monthName } from '@/domain/calendar/days';
import type { CropEntry } from '@/shared/api/crop-entry';
import { shortMonths } from '@/shared/format/dates';
import styles from './entry.module.css';
import { Note } from './entry-parts';

export function SowingMonths({ period }: { period: CropEntry['sowing_period'] }) {
  const { sowing_start_month: first, sowing_end_month: last } = period;
  const start = monthName(first);
  const end = monthName(last);
  return (
    <>
      <p className={styles.window}>{first === last ? start : t`${start} to ${end}`}</p>
      <ol className={styles.months} aria-hidden="true">
        {MONTHS.map((month) => (
          <li key={month} data-sowing={isWithin(month, first, last)}>
            {shortMonths()[month - 1]}
          </li>
        ))}
      </ol>
      {period.note && <Note>{period.note}</Note>}
    </>
  );
}

export const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Returns true if the month is in the window. The window may cross the end of the year: October to February. */
export const isWithin = (month: number, start: number, end: number): boolean =>
  start <= end ? month >= start && month <= end : month >= start || month <= end;

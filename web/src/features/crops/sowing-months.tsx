import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { CropEntry } from './crop-entry';
import styles from './entry.module.css';
import { Note } from './entry-parts';
import { isWithin, MONTHS, monthName } from './months';

/** Renders the year as a strip with the sowing months filled, and the same as a sentence above it. */
export function SowingMonths({ period }: { period: CropEntry['sowing_period'] }) {
  const { sowing_start_month: first, sowing_end_month: last } = period;
  const start = monthName(first, i18n.locale, 'long');
  const end = monthName(last, i18n.locale, 'long');
  return (
    <>
      <p className={styles.window}>{first === last ? start : t`${start} to ${end}`}</p>
      <ol className={styles.months} aria-hidden="true">
        {MONTHS.map((month) => (
          <li key={month} data-sowing={isWithin(month, first, last)}>
            {monthName(month, i18n.locale, 'short')}
          </li>
        ))}
      </ol>
      {period.note && <Note>{period.note}</Note>}
    </>
  );
}

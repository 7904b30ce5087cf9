import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { monthName } from '@/domain/calendar/days';
import { withSeams } from '@/domain/crops/card-name';
import type { CropEntry } from '@/shared/api/crop-entry';
import { shortMonths } from '@/shared/format/dates';
import { yieldRange } from '@/shared/format/field-figures';
import { useLanguage } from '@/shared/i18n/language';
import { ReadAloud } from '@/shared/speech/read-aloud';
import { from } from '@/shared/styles/breakpoints';
import { classNames } from '@/shared/ui/class-names';
import { Panel } from '@/shared/ui/panel';
import { ChevronIcon } from '@/shared/ui/screen-icons';
import styles from './entry.module.css';
import { FactGrid, KeyFigure, Note, Part } from './entry-parts';
import { entrySections } from './entry-sections';

interface CropEntryViewProps {
  entry: CropEntry;
  /** Leads to the form that records a sowing. */
  sow: ReactNode;
  /** When the crop is sown where the farmer lives. */
  calendar: ReactNode;
}

export function CropEntryView({ entry, sow, calendar }: CropEntryViewProps) {
  const sections = entrySections(entry);
  // The table of contents starts open if there is room for it beside the sections.
  const [wide] = useState(() => matchMedia(from('wide')).matches);
  return (
    <div className={styles.entry}>
      <div className={styles.glance}>
        <Panel title={t`At a glance`}>
          <FactGrid>
            <KeyFigure
              label={t`Average yield`}
              value={yieldRange(entry.yield_min_kg_per_ha, entry.yield_max_kg_per_ha)}
              unit={t`tonnes / hectare`}
            />
          </FactGrid>
          <Part title={t`Sowing months`}>
            <SowingMonths period={entry.sowing_period} />
          </Part>
          {sow}
          <Part title={t`Also called`}>
            <OtherNames entry={entry} />
          </Part>
        </Panel>
        <nav className={classNames(styles.contents, 'screen-only')} aria-label={t`Sections`}>
          <details open={wide}>
            <summary>
              <span>{t`Sections`}</span>
              <ChevronIcon />
            </summary>
            <ul>
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </details>
        </nav>
      </div>
      <div className={styles.sections}>
        {calendar}
        {sections.map(({ id, title, body, isSpoken = true }) => (
          <div key={id} id={id} data-aloud>
            <Panel title={title} action={isSpoken && <ReadAloud about={title} />}>
              {body}
            </Panel>
          </div>
        ))}
      </div>
    </div>
  );
}

export function CropNames({ entry }: { entry: CropEntry }) {
  const language = useLanguage();
  return (
    <span className={styles.names}>
      <span aria-hidden="true">{entry.emoji}</span>{' '}
      {language === 'en' ? (
        <>
          <span lang="ta">{withSeams(entry.tamil_name)}</span> <span lang="hi">{entry.hindi_name}</span>
        </>
      ) : (
        <span lang="en">{entry.display_name}</span>
      )}{' '}
      <i lang="la">{entry.scientific_name}</i>
    </span>
  );
}

/** The script that a name is written in tells its language, as far as the voice of the browser needs it. */
const scriptOf = (name: string) =>
  /[\u0b80-\u0bff]/.test(name) ? 'ta' : /[\u0900-\u097f]/.test(name) ? 'hi' : 'en';

function OtherNames({ entry }: { entry: CropEntry }) {
  const language = useLanguage();
  const local = { ta: [entry.hindi_name], hi: [entry.tamil_name] }[language] ?? [];
  return (
    <ul className={styles.chips}>
      {[...entry.other_names, ...local].map((name) => (
        <li key={name} lang={scriptOf(name)}>
          {withSeams(name)}
        </li>
      ))}
    </ul>
  );
}

function SowingMonths({ period }: { period: CropEntry['sowing_period'] }) {
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

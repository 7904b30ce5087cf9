import { t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { yieldRange } from '@/shared/format/field-figures';
import { useLanguage } from '@/shared/i18n/language';
import { ReadAloud } from '@/shared/speech/read-aloud';
import { from } from '@/shared/styles/breakpoints';
import { classNames } from '@/shared/ui/class-names';
import { Panel } from '@/shared/ui/panel';
import { ChevronIcon } from '@/shared/ui/screen-icons';
import type { CropEntry } from './crop-entry';
import styles from './entry.module.css';
import { Fact, FactGrid, Part } from './entry-parts';
import { entrySections } from './entry-sections';
import { SowingMonths } from './sowing-months';

interface CropEntryViewProps {
  entry: CropEntry;
  /** When the crop is sown where the farmer lives. */
  calendar: ReactNode;
}

/** Renders the entry of a crop: key figures, a table of contents and the sections. */
export function CropEntryView({ entry, calendar }: CropEntryViewProps) {
  const sections = entrySections(entry);
  // The table of contents starts open if there is room for it beside the sections.
  const [wide] = useState(() => matchMedia(from('wide')).matches);
  return (
    <div className={styles.entry}>
      <div className={styles.glance}>
        <Panel title={t`At a glance`}>
          <FactGrid>
            <Fact
              label={t`Average yield`}
              value={yieldRange(entry.yield_min_kg_per_ha, entry.yield_max_kg_per_ha)}
              unit={t`tonnes / hectare`}
            />
          </FactGrid>
          <Part title={t`Sowing months`}>
            <SowingMonths period={entry.sowing_period} />
          </Part>
        </Panel>
        <nav className={classNames(styles.contents, 'screen-only')} aria-label={t`Sections`}>
          <details open={wide}>
            <summary>
              {t`Sections`}
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

/** Renders the Tamil, Hindi and Latin names, for the place below the title, which has one of them. */
export function CropNames({ entry }: { entry: CropEntry }) {
  const language = useLanguage();
  return (
    <span className={styles.names}>
      <span aria-hidden="true">{entry.emoji}</span>{' '}
      {language !== 'ta' && <span lang="ta">{entry.tamil_name}</span>}{' '}
      {language !== 'hi' && <span lang="hi">{entry.hindi_name}</span>}{' '}
      <i lang="la">{entry.scientific_name}</i>
    </span>
  );
}

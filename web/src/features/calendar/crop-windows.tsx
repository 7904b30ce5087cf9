import { t } from '@lingui/core/macro';
import { seasonName } from '@/domain/calendar/seasons';
import { useToday } from '@/domain/calendar/use-today';
import type { CropCalendar, SowingWindow } from '@/shared/api/calendar';
import { INDIA } from '@/shared/paths';
import { Disclosure } from '@/shared/ui/disclosure';
import styles from './calendar.module.css';
import {
  confidenceWord,
  extremes,
  harvestDays,
  onlyIn,
  openingOn,
  openingSentence,
  soonestFirst,
  sowingDays,
} from './opening-sentences';

export function CropWindows({ calendar }: { calendar: CropCalendar }) {
  const { windows, region, calendar_region } = calendar;
  const today = useToday();
  if (windows.length === 0) return <p>{t`No days for sowing it are known here.`}</p>;
  return (
    <>
      {calendar_region === INDIA && region !== INDIA && (
        <p>{t`No calendar is known for this crop in your state. These are the days of India as a whole.`}</p>
      )}
      <ul className={styles.windows}>
        {soonestFirst(windows, today).map((window) => (
          <li key={windowKey(window)} className={styles.window} data-open={openingOn(window, today).isOpen}>
            <h3 className={styles.season}>{seasonName(window.name)}</h3>
            <p className={styles.state}>{openingSentence(window, today)}</p>
            {window.districts.length > 0 && <p className={styles.soft}>{onlyIn(window.districts)}</p>}
            <p>{sowingDays(window)}</p>
            <p>{harvestDays(window)}</p>
            {window.confidence === 'low' && (
              <p
                className={styles.soft}
              >{t`The days are uncertain: few sources give them. Ask your neighbours.`}</p>
            )}
            <Disclosure label={t`How do we know?`} about={seasonName(window.name)}>
              {() => <Source window={window} />}
            </Disclosure>
          </li>
        ))}
      </ul>
    </>
  );
}

const windowKey = ({ name, sow_from, districts }: SowingWindow) =>
  `${name} ${sow_from} ${districts[0] ?? ''}`;

function Source({ window }: { window: SowingWindow }) {
  const facts = [
    { name: t`These days are`, fact: confidenceWord(window.confidence) },
    { name: t`Earliest and latest`, fact: extremes(window) },
    { name: t`Years`, fact: window.years },
    { name: t`Note`, fact: window.note ?? '' },
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ fact }) => fact)
        .map(({ name, fact }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      <div>
        <dt>{t`Source`}</dt>
        {/* Titles and addresses stay as they are. */}
        <dd lang="en">{window.source}</dd>
      </div>
    </dl>
  );
}

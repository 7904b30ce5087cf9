import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type CropCalendar, cropCalendarQuery } from '@/shared/api/calendar';
import { ArrivalsChart } from '@/shared/charts/arrivals-chart';
import { shortMonths } from '@/shared/format/dates';
import { plain } from '@/shared/format/numbers';
import { useLanguage } from '@/shared/i18n/language';
import { Loaded } from '@/shared/query/loaded';
import { Disclosure } from '@/shared/ui/disclosure';
import { Panel } from '@/shared/ui/panel';
import { TitledStack } from '@/shared/ui/stack';
import { arrivalsBars, binDays, rangeSentence, shareInGrow, thisYearSentence } from './arrivals';
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

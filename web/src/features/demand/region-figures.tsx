import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { cropName } from '@/domain/crops/crop-names';
import { useNamed } from '@/domain/crops/use-common-name';
import { regionDemandQuery } from '@/shared/api/queries';
import type { DemandOverview, DemandRow } from '@/shared/api/shapes';
import { calendarDate, cropYearName, localMoment } from '@/shared/format/dates';
import { aboutTonnes } from '@/shared/format/lakhs';
import { listed } from '@/shared/format/lists';
import { percent, plain, total } from '@/shared/format/numbers';
import { Loaded } from '@/shared/query/loaded';
import { type Direction, opposite, sortedBy } from '@/shared/sort';
import { classNames } from '@/shared/ui/class-names';
import { EmptyState } from '@/shared/ui/message';
import { Panel, StatCard, StatCards } from '@/shared/ui/panel';
import { SortButton } from '@/shared/ui/sort-button';
import { Stack } from '@/shared/ui/stack';
import { BarChart } from './bar-chart';
import { DemandTable, type DemandTableProps } from './demand-table';
import { LivePause } from './live-pause';
import styles from './region-figures.module.css';
import { useLiveDemand } from './use-live-demand';

interface OfRegion {
  /** Name of the state, and the titles that name it; none for India. */
  state?: { name: string; chart: string; table: string };
  /** Stands above the figures. */
  lead: (overview: DemandOverview) => ReactNode;
  /** Replaces the table. */
  table?: ComponentType<DemandTableProps>;
}

export function RegionFigures({ region, ...ofRegion }: OfRegion & { region: string }) {
  const { changed, paused } = useLiveDemand(region);
  const demand = useQuery(regionDemandQuery(region));
  const figures = (
    <Loaded query={demand} failed={(message) => t`Error fetching data: ${message}`}>
      {(overview) => (
        <Stack>
          <LivePause paused={paused} region={region} />
          <DemandFigures overview={overview} changed={changed} {...ofRegion} />
        </Stack>
      )}
    </Loaded>
  );
  return demand.data ? figures : <Panel>{figures}</Panel>;
}

interface DemandFiguresProps extends OfRegion {
  overview: DemandOverview;
  changed: ReadonlySet<string>;
}

function DemandFigures({ overview, state, changed, lead, table: Table = DemandTable }: DemandFiguresProps) {
  const [direction, setDirection] = useState<Direction>('descending');
  const { crops } = overview;
  const name = state?.name ?? t`India`;
  const year = cropYearName(overview.crop_year);
  if (crops.length === 0) {
    return (
      <Panel>
        <EmptyState message={t`There are no figures yet. Come back when the operator has set them.`} />
      </Panel>
    );
  }
  return (
    <Stack>
      {lead(overview)}
      <Panel title={t`${name}, crop year ${year}`} below="figures">
        <DemandSummary summary={overview.summary} />
        <FigureNotes overview={overview} name={name} />
      </Panel>
      {/* The printed table has the same figures. */}
      <div className="screen-only">
        <Panel title={state?.chart ?? t`Demand vs Met`}>
          <NearViewport place={<div className={styles.chart} />}>
            <DemandChart rows={sortedBy(crops, (row) => row.met_tonnes, direction)} />
          </NearViewport>
        </Panel>
      </div>
      <Panel
        title={state?.table ?? t`Demand by crop`}
        below="table"
        action={
          <SortButton
            label={t`Sort by Demand Met`}
            direction={direction}
            onToggle={() => setDirection(opposite)}
            hint={t`Orders by tonnes met.`}
          />
        }
      >
        <Table rows={crops} direction={direction} changed={changed} />
      </Panel>
    </Stack>
  );
}

const DemandChart = ({ rows }: { rows: readonly DemandRow[] }) => (
  <BarChart
    rows={useNamed(rows)}
    label={t`Bar chart of demand and met for each crop. The table has the same figures.`}
    series={{ demand: t`Demand`, met: t`Met` }}
    note={t`Tonnes, rounded (L lakh, Cr crore). Bars grow with the square root of the figure, so that small crops stay visible.`}
  />
);

const FigureNotes = ({ overview, name }: { overview: DemandOverview; name: string }) => (
  <div className={classNames(styles.figures, 'soft')}>
    <p>{coverageSentence(overview, name)}</p>
    <p>{ageSentence(overview)}</p>
    {overview.not_known?.length ? <p>{notKnownSentence(overview.not_known)}</p> : null}
  </div>
);

function DemandSummary({ summary }: Pick<DemandOverview, 'summary'>) {
  const isSurplus = summary.total_need_tonnes < 0 && summary.is_beyond_error;
  return (
    <StatCards>
      <StatCard
        label={t`Average Demand`}
        value={total(summary.average_demand_tonnes)}
        unit={t`tonnes`}
        about={aboutTonnes(summary.average_demand_tonnes)}
        tone="demand"
      />
      <StatCard
        label={t`Average Met`}
        value={total(summary.average_met_tonnes)}
        unit={t`tonnes`}
        about={aboutTonnes(summary.average_met_tonnes)}
        tone="met"
      />
      <StatCard label={t`Demand Met %`} value={`${percent(summary.met_percent)}%`} tone="met" />
      <StatCard
        label={t`Total Need to Get`}
        value={total(summary.total_need_tonnes)}
        unit={isSurplus ? t`tonnes, surplus` : t`tonnes`}
        about={aboutTonnes(summary.total_need_tonnes)}
        tone={isSurplus ? 'surplus' : 'need'}
      />
    </StatCards>
  );
}

export function ageSentence({ figures_as_of, as_of }: DemandOverview): string {
  const moment = localMoment(as_of);
  if (!figures_as_of) return t`Last sowing or change in Grow: ${moment}.`;
  const day = calendarDate(figures_as_of);
  return t`Figures as of ${day}. Last sowing or change in Grow: ${moment}.`;
}

/** Names the crops whose figures are not known. */
function notKnownSentence(crops: readonly string[]): string {
  const names = listed(crops.map(cropName));
  return t`Not known at the moment: ${names}.`;
}

export function coverageSentence({ coverage_percent }: DemandOverview, region: string): string {
  const percent = plain(coverage_percent, 2);
  if (coverage_percent > 0 && percent === '0') {
    return t`Less than 0.01 % of the land of ${region} is in Grow; the rest is estimated from usual years.`;
  }
  return t`${percent} % of the land of ${region} is in Grow; the rest is estimated from usual years.`;
}

/** Where a part begins to be rendered: about a screen of a phone before it is seen. */
const AHEAD = '600px';

interface NearViewportProps {
  /** Takes the room of the content until then. */
  place: ReactNode;
  children: ReactNode;
}

/** Renders its content when it comes near the viewport, so that it costs nothing before. */
function NearViewport({ place, children }: NearViewportProps) {
  const mark = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);

  useEffect(() => {
    if (isNear || !mark.current) return;
    const show = () => setIsNear(true);
    const watcher = new IntersectionObserver((marks) => marks.some((one) => one.isIntersecting) && show(), {
      rootMargin: AHEAD,
    });
    watcher.observe(mark.current);
    return () => watcher.disconnect();
  }, [isNear]);

  return isNear ? children : <div ref={mark}>{place}</div>;
}

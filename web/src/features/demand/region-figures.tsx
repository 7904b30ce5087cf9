import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useNamed } from '@/domain/crops/use-common-name';
import { regionDemandQuery } from '@/shared/api/queries';
import type { DemandOverview, DemandRow } from '@/shared/api/shapes';
import { BarChart } from '@/shared/charts/bar-chart';
import { cropYearName } from '@/shared/format/dates';
import { Loaded } from '@/shared/query/loaded';
import { type Direction, opposite, sortedBy } from '@/shared/sort';
import { classNames } from '@/shared/ui/class-names';
import { EmptyState } from '@/shared/ui/message';
import { NearViewport } from '@/shared/ui/near-viewport';
import { Panel } from '@/shared/ui/panel';
import { SortButton } from '@/shared/ui/sort-button';
import { Stack } from '@/shared/ui/stack';
import { DemandSummary } from './demand-summary';
import { DemandTable, type DemandTableProps } from './demand-table';
import { ageSentence, coverageSentence, notKnownSentence } from './details/figure-sentences';
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

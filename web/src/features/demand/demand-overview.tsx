import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { regionDemandQuery } from '@/shared/api/queries';
import type { DemandOverview as Overview } from '@/shared/api/shapes';
import { cropYearName } from '@/shared/format/dates';
import { problemMessage } from '@/shared/i18n/problems';
import { type Direction, opposite, sortedBy } from '@/shared/sort';
import { classNames } from '@/shared/ui/class-names';
import { EmptyState, LoadError } from '@/shared/ui/message';
import { Panel } from '@/shared/ui/panel';
import { SortButton } from '@/shared/ui/sort-button';
import { Loading } from '@/shared/ui/spinner';
import { Stack } from '@/shared/ui/stack';
import styles from './demand-overview.module.css';
import { DemandSummary } from './demand-summary';
import { DemandTable } from './demand-table';
import { ageSentence, coverageSentence } from './figure-sentences';
import { DemandChart, GapPanel, SummaryNote, TableNote } from './later-parts';
import { LivePause } from './live-pause';
import { useLiveDemand } from './use-live-demand';

export interface DemandOverviewProps {
  region: string;
  /** Name of the state; null for India. */
  state: string | null;
  /** Stands between the summary and the charts. */
  needs: ReactNode;
}

/** Renders the live figures of a region. */
export function DemandOverview({ region, state, needs }: DemandOverviewProps) {
  const { changed, paused } = useLiveDemand(region);
  const { data, error, refetch } = useQuery(regionDemandQuery(region));
  if (data) {
    return (
      <Stack>
        <LivePause paused={paused} region={region} />
        <DemandFigures overview={data} state={state} changed={changed} needs={needs} />
      </Stack>
    );
  }
  if (error) {
    const message = problemMessage(error);
    return (
      <Panel>
        <LoadError message={t`Error fetching data: ${message}`} onRetry={() => void refetch()} />
      </Panel>
    );
  }
  return (
    <Panel>
      <Loading />
    </Panel>
  );
}

interface DemandFiguresProps extends Pick<DemandOverviewProps, 'state' | 'needs'> {
  overview: Overview;
  changed: ReadonlySet<string>;
}

function DemandFigures({ overview, state, changed, needs }: DemandFiguresProps) {
  const [direction, setDirection] = useState<Direction>('descending');
  // Render the summary before the table, which is the most expensive part.
  const hasTable = useDeferredValue(true, false);
  const { crops, region } = overview;
  const name = state ?? t`India`;
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
      <Panel title={t`${name}, crop year ${year}`}>
        <DemandSummary summary={overview.summary} />
        <div className={styles.notes}>
          <p>{coverageSentence(overview, name)}</p>
          <p>{ageSentence(overview)}</p>
        </div>
        <SummaryNote overview={overview} name={name} />
      </Panel>
      {needs}
      {/* The printed table has the same figures. */}
      <div className={classNames('screen-only', styles.charts)}>
        <Panel title={state ? t`Demand vs Met in ${state}` : t`Demand vs Met`}>
          <DemandChart rows={sortedBy(crops, (row) => row.met_tonnes, direction)} />
        </Panel>
        <GapPanel rows={crops} state={state} />
      </div>
      {hasTable && (
        <Panel
          title={state ? t`Demand by crop in ${state}` : t`Demand by crop`}
          action={
            <SortButton
              label={t`Sort by Demand Met`}
              direction={direction}
              onToggle={() => setDirection(opposite)}
              hint={t`Orders by tonnes met.`}
            />
          }
        >
          <DemandTable {...{ rows: crops, direction, changed, region, state }} />
          <TableNote rows={crops} state={state} />
        </Panel>
      )}
    </Stack>
  );
}

import { t } from '@lingui/core/macro';
import type { DemandRow } from '@/shared/api/shapes';
import { MetChart } from '@/shared/charts/met-chart';
import { named } from '@/shared/crops/crop-names';
import { sortedBy } from '@/shared/sort';
import { Panel } from '@/shared/ui/panel';

interface GapPanelProps {
  rows: readonly DemandRow[];
  /** Name of the state; null for India. */
  state: string | null;
}

/** Renders which part of the demand of each crop is met, so that gaps are visible. */
export const GapPanel = ({ rows, state }: GapPanelProps) => (
  <Panel title={state ? t`What is met, in percent, in ${state}` : t`What is met, in percent`}>
    <MetChart
      rows={named(gapsFirst(rows))}
      label={t`Bar chart of the part of the demand that is met for each crop. The table has the same figures.`}
      series={{ met: t`Met`, notMet: t`Not met`, surplus: t`Surplus` }}
      unknown={t`no balance is known`}
      note={t`A full bar is the whole demand of a crop; the hatched part is still open. The largest gap stands first.`}
    />
  </Panel>
);

/** Orders the crops by what is met, the largest gap first. Crops without a balance have no gap, and come last. */
function gapsFirst(rows: readonly DemandRow[]) {
  const known = rows.filter((row) => row.has_balance);
  const unknown = rows.filter((row) => !row.has_balance);
  return [
    ...sortedBy(known, (row) => row.met_percent, 'ascending'),
    ...unknown.map((row) => ({ ...row, met_percent: null })),
  ];
}

import { t } from '@lingui/core/macro';
import type { DemandRow } from '@/shared/api/shapes';
import { MetChart } from '@/shared/charts/met-chart';
import { isSurplus } from '@/shared/crops/is-surplus';
import { useNamed } from '@/shared/crops/use-common-name';
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
      rows={useNamed(rows.map(bar))}
      label={t`Bar chart of the part of the demand that is met for each crop. The table has the same figures.`}
      series={{ met: t`Met`, notMet: t`Not met`, surplus: t`Surplus` }}
      unknown={t`no balance is known`}
      note={t`A full bar is the whole demand of a crop; the hatched part is still open.`}
    />
  </Panel>
);

/**
 * Returns the bar of a crop. The bars keep the order of the crops: a list by need would send everyone to the
 * same crop.
 */
const bar = (row: DemandRow) => ({
  ...row,
  met_percent: row.has_balance ? row.met_percent : null,
  surplus: isSurplus(row),
});

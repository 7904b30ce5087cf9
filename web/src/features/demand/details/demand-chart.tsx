import { t } from '@lingui/core/macro';
import { useNamed } from '@/domain/crops/use-common-name';
import type { DemandRow } from '@/shared/api/shapes';
import { BarChart } from '@/shared/charts/bar-chart';

/** Renders demand and met of each crop as bars. */
export const DemandChart = ({ rows }: { rows: readonly DemandRow[] }) => (
  <BarChart
    rows={useNamed(rows)}
    label={t`Bar chart of demand and met for each crop. The table has the same figures.`}
    series={{ demand: t`Demand`, met: t`Met` }}
    note={t`Tonnes, rounded (L lakh, Cr crore). Bars grow with the square root of the figure, so that small crops stay visible.`}
  />
);

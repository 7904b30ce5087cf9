import { t } from '@lingui/core/macro';
import { useNamed } from '@/domain/crops/use-common-name';
import { isSurplus } from '@/domain/demand/is-surplus';
import type { DemandRow } from '@/shared/api/shapes';
import { MetChart } from '@/shared/charts/met-chart';
import { isUseKnown } from '../balance/balance';

export const MetByCrop = ({ rows }: { rows: readonly DemandRow[] }) => (
  <MetChart
    rows={useNamed(rows.map(bar))}
    label={t`Bar chart of the part of the demand that is met for each crop. The table has the same figures.`}
    series={{ met: t`Met`, notMet: t`Not met`, surplus: t`Surplus` }}
    unknown={t`use is not known`}
    note={t`A full bar is the whole demand of a crop; the hatched part is still open.`}
  />
);

/**
 * Returns the bar of a crop. The bars keep the order of the crops: a list by need would send everyone to the
 * same crop.
 */
const bar = (row: DemandRow) => ({
  ...row,
  met_percent: isUseKnown(row) ? row.met_percent : null,
  surplus: isSurplus(row),
});

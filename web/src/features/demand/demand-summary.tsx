import { t } from '@lingui/core/macro';
import type { DemandOverview } from '@/shared/api/shapes';
import { aboutTonnes } from '@/shared/format/lakhs';
import { percent, total } from '@/shared/format/numbers';
import { StatCard, StatCards } from '@/shared/ui/panel';

export function DemandSummary({ summary }: Pick<DemandOverview, 'summary'>) {
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

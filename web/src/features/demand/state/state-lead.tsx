import { t } from '@lingui/core/macro';
import type { DemandOverview } from '@/shared/api/shapes';
import { Panel } from '@/shared/ui/panel';
import { BalanceTable } from '../balance/balance-table';

/** Renders what a state grows, uses, sends and receives of each crop. */
export const StateLead = ({ overview, state }: { overview: DemandOverview; state: string }) => (
  <Panel title={t`${state} grows, uses, sends and receives`}>
    <BalanceTable
      caption={t`Tonnes of a usual year, rounded (K thousand, L lakh, Cr crore). What is sent or received is reckoned: grown less used.`}
      sides={[overview]}
    />
  </Panel>
);

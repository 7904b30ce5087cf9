import { t } from '@lingui/core/macro';
import { type ReactNode, useCallback } from 'react';
import { regionName } from '@/domain/regions/region-name';
import { Panel } from '@/shared/ui/panel';
import { BalanceTable, balanceCaption } from '../balance/balance-table';
import type { DemandTableProps } from '../demand-table';
import { RegionFigures } from '../region-figures';
import { StateTable } from './state-table';

interface StateOverviewProps {
  region: string;
  /** What the state could grow more of. Stands above what it grows and uses, which is left out without it. */
  needs: ReactNode;
}

export function StateOverview({ region, needs }: StateOverviewProps) {
  const name = regionName(region);
  const table = useCallback((figures: DemandTableProps) => <StateTable {...figures} state={name} />, [name]);
  return (
    <RegionFigures
      region={region}
      state={{ name, chart: t`Demand vs Met in ${name}`, table: t`Demand by crop in ${name}` }}
      lead={(overview) =>
        needs && (
          <>
            {needs}
            <Panel title={t`${{ state: name }} grows, uses, sends and receives`}>
              <BalanceTable caption={balanceCaption()} sides={[overview]} />
            </Panel>
          </>
        )
      }
      table={table}
    />
  );
}

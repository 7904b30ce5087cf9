import { t } from '@lingui/core/macro';
import { type ReactNode, useCallback } from 'react';
import { regionName } from '@/domain/regions/region-name';
import type { DemandRow } from '@/shared/api/shapes';
import type { Direction } from '@/shared/sort';
import { Panel } from '@/shared/ui/panel';
import { isUseKnown, noteOfUse } from '../balance/balance';
import { BalanceTable, balanceCaption } from '../balance/balance-table';
import { columns, DemandTable, type DemandTableProps } from '../demand-table';
import { RegionFigures } from '../region-figures';
import styles from './state-table.module.css';

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

/** Renders the table of a state. Its rows say what its use goes by; what is not known of it is left open. */
function StateTable({ state, ...table }: DemandTableProps & { state: string }) {
  const detail = useCallback(
    (row: DemandRow) => <p className={styles.note}>{noteOfUse(row, state, undefined)}</p>,
    [state],
  );
  return (
    <DemandTable
      {...table}
      caption={t`Demand, supply already met and what is still needed in ${state}, in tonnes`}
      columns={stateColumns}
      detail={detail}
    />
  );
}

const stateColumns = (direction: Direction): ReturnType<typeof columns> => {
  const [crop, ...others] = columns(direction);
  return [crop, ...others.map((column) => ({ ...column, cell: knownCell(column) }))];
};

/** The columns that follow from what the state uses. */
const OF_USE: readonly string[] = ['percent', 'breakdown'];

const knownCell =
  ({ id, cell }: ReturnType<typeof columns>[number]) =>
  (row: DemandRow) =>
    OF_USE.includes(id) && !isUseKnown(row) ? t`not known` : cell(row);

import { t } from '@lingui/core/macro';
import { useCallback } from 'react';
import type { DemandRow } from '@/shared/api/shapes';
import type { Direction } from '@/shared/sort';
import { isUseKnown, noteOfUse } from '../balance/balance';
import { columns, DemandTable, type DemandTableProps } from '../demand-table';
import styles from './state-table.module.css';

/** Renders the table of a state. Its rows say what its use goes by; what is not known of it is left open. */
export function StateTable({ state, ...table }: DemandTableProps & { state: string }) {
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

import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './data-table.module.css';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  sort?: 'ascending' | 'descending';
  /** Holds a button: on phones it takes the whole width of the card, without a label. */
  action?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Keys of rows that have just changed; they glow once. */
  changed?: ReadonlySet<string>;
}

/**
 * A table on wide screens, a stack of cards on phones. The roles are written out because `display: block` takes the
 * built-in ones away.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, changed }: DataTableProps<Row>) {
  const [naming, ...others] = columns;
  return (
    <table role="table" className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              aria-sort={column.sort}
              className={column.numeric ? styles.numeric : undefined}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => {
          const key = rowKey(row);
          return (
            <tr role="row" key={key} className={styles.row} data-changed={changed?.has(key) ?? false}>
              <th role="rowheader" scope="row">
                {naming.cell(row)}
              </th>
              {others.map((column) => (
                <td
                  key={column.id}
                  role="cell"
                  className={classNames(column.numeric && styles.numeric, column.action && styles.action)}
                >
                  {!column.action && (
                    <span className={styles.label} aria-hidden="true">
                      {column.header}
                    </span>
                  )}
                  <div className={styles.value}>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

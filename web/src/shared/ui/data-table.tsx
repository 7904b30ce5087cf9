import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './data-table.module.css';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  sort?: 'ascending' | 'descending';
  /** Holds a button: in a card it takes the whole width, without a label. */
  action?: boolean;
  /** Explains itself: in a card it stands beside the name, without a label. */
  beside?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  /** The first column names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Keys of rows that have just changed; they glow once. */
  changed?: ReadonlySet<string>;
  /** What stands below a row, and opens there. */
  detail?: (row: Row) => ReactNode;
}

/**
 * A table on wide screens, a stack of cards on phones. The roles are written out because `display: block` takes the
 * built-in ones away. Each row is a group of its own, so that what it opens stays in its card.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, changed, detail }: DataTableProps<Row>) {
  const [naming, ...others] = columns;
  // What can be pressed in a card must have its true place, so its card is laid out wherever it is.
  const isOnlyRead = !detail && !columns.some((column) => column.action);
  return (
    <table
      role="table"
      className={classNames(styles.table, detail && styles.opening, isOnlyRead && styles.reading)}
    >
      <caption className={styles.caption}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.id}
              role="columnheader"
              scope="col"
              aria-sort={column.sort}
              className={classNames(column.numeric && styles.numeric, column.action && 'screen-only')}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      {rows.map((row) => {
        const key = rowKey(row);
        return (
          <tbody role="rowgroup" key={key} className={styles.entry} data-changed={changed?.has(key) ?? false}>
            <tr role="row" className={styles.row}>
              <th role="rowheader" scope="row">
                {naming.cell(row)}
              </th>
              {others.map((column) => (
                <td
                  key={column.id}
                  role="cell"
                  className={classNames(
                    column.numeric && styles.numeric,
                    column.action && classNames(styles.action, 'screen-only'),
                    column.beside && styles.beside,
                  )}
                >
                  {!column.action && !column.beside && (
                    <span className={styles.label} aria-hidden="true">
                      {column.header}
                    </span>
                  )}
                  <div className={styles.value}>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
            {detail && (
              <tr role="row" className={styles.detail}>
                <td role="cell" colSpan={columns.length}>
                  {detail(row)}
                </td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  );
}

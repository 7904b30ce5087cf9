import { memo, type ReactNode } from 'react';
import { useLanguage } from '../i18n/language';
import { classNames } from './class-names';
import styles from './data-table.module.css';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  sort?: 'ascending' | 'descending';
  /** Contains a button. In a card it has the full width and no label. */
  action?: boolean;
  /** Needs no label. In a card it is beside the name. */
  beside?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  /** The first column names the row. The same array as long as nothing but rows changes: then the others stay. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Keys of rows that changed recently; they glow once. */
  changed?: ReadonlySet<string>;
  /** Content that opens below a row. */
  detail?: ((row: Row) => ReactNode) | undefined;
}

/**
 * Renders a table on wide screens and a list of cards on phones. The roles are explicit, because `display:
 * block` removes the implicit ones. Each row is a row group of its own, so that its detail stays in its card.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey, changed, detail }: DataTableProps<Row>) {
  return (
    <table
      role="table"
      className={classNames(styles.table, detail && styles.opening, columns.length > 6 && styles.crowded)}
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
          <Entry key={key} row={row} columns={columns} changed={changed?.has(key) ?? false} detail={detail} />
        );
      })}
    </table>
  );
}

interface EntryProps<Row> {
  row: Row;
  columns: DataTableProps<Row>['columns'];
  changed: boolean;
  detail: ((row: Row) => ReactNode) | undefined;
}

/** Is drawn again if its row changes, and not with others. */
const Entry = memo(function Entry({
  row,
  columns: [naming, ...others],
  changed,
  detail,
}: EntryProps<unknown>) {
  useLanguage();
  return (
    <tbody role="rowgroup" className={styles.entry} data-changed={changed}>
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
          <td role="cell" colSpan={1 + others.length}>
            {detail(row)}
          </td>
        </tr>
      )}
    </tbody>
  );
}) as <Row>(props: EntryProps<Row>) => ReactNode;

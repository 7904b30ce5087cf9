import type { DemandRow } from '@/shared/api/shapes';
import styles from './notes.module.css';
import { wantedSentence } from './row-sentences';

interface TableNoteProps {
  rows: readonly DemandRow[];
  /** Name of the state; null for India. */
  state: string | null;
}

/** Renders both parts of the demand, below the table. */
export const TableNote = ({ rows, state }: TableNoteProps) => (
  <p className={styles.table}>{wantedSentence(rows, state)}</p>
);

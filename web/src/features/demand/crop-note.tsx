import { t } from '@lingui/core/macro';
import type { DemandRow } from '@/shared/api/shapes';
import { Disclosure } from '@/shared/ui/disclosure';
import styles from './crop-note.module.css';
import { FigureDetails } from './details';
import { rowSentence } from './figure-sentences';

export interface CropNoteProps {
  row: DemandRow;
  region: string;
  /** Name of the state; null for India. */
  state: string | null;
}

/** Renders what stands behind the figures of a row: one sentence, and the details on demand. */
export function CropNote({ row, region, state }: CropNoteProps) {
  return (
    <div className={styles.note}>
      <p className={styles.sentence}>{rowSentence(row, state)}</p>
      <Disclosure label={t`How do we know?`} about={row.name}>
        {() => <FigureDetails row={row} region={region} state={state} />}
      </Disclosure>
    </div>
  );
}

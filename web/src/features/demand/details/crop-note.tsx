import { t } from '@lingui/core/macro';
import { cropName } from '@/shared/crops/crop-names';
import { Disclosure } from '@/shared/ui/disclosure';
import { FigureDetails, type FigureDetailsProps } from './figure-details';
import styles from './notes.module.css';
import { rowSentence } from './row-sentences';

/** Renders what stands behind the figures of a row: one sentence, and the details on demand. */
export function CropNote({ row, region, state }: FigureDetailsProps) {
  return (
    <div className={styles.crop}>
      <p className={styles.sentence}>{rowSentence(row, state)}</p>
      <Disclosure label={t`How do we know?`} about={cropName(row.crop)}>
        {() => <FigureDetails row={row} region={region} state={state} />}
      </Disclosure>
    </div>
  );
}

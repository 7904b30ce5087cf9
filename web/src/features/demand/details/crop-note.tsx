import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { cropName } from '@/domain/crops/crop-names';
import { projectedNeedQuery } from '@/shared/api/demand-details';
import type { DemandRow } from '@/shared/api/shapes';
import { Disclosure } from '@/shared/ui/disclosure';
import { FigureDetails, type FigureDetailsProps } from './figure-details';
import styles from './notes.module.css';
import { projectedSentence, rowSentence } from './row-sentences';

/** Renders what stands behind the figures of a row: its sentences, and the details on demand. */
export function CropNote({ row, region, state }: FigureDetailsProps) {
  return (
    <div className={styles.crop}>
      <div className={styles.sentence}>
        <p>{rowSentence(row, state)}</p>
        {!state && row.has_balance && <Projected row={row} />}
      </div>
      <Disclosure label={t`How do we know?`} about={cropName(row.crop)}>
        {() => <FigureDetails row={row} region={region} state={state} />}
      </Disclosure>
    </div>
  );
}

/** Renders what becomes of the need. */
function Projected({ row }: { row: DemandRow }) {
  const { data } = useQuery(projectedNeedQuery);
  const projected = data?.crops.find(({ crop }) => crop === row.crop);
  return projected && <p>{projectedSentence(row, projected.filled_if_all_follow_percent)}</p>;
}

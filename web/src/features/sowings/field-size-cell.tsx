import { enteredAmount, hectareFigure } from '@/domain/land/units';
import type { Sowing } from '@/shared/api/sowings';
import { hectares } from '@/shared/format/field-figures';
import styles from './field-size-cell.module.css';

/** Renders the size of a field in hectares, and as the farmer entered it. */
export function FieldSizeCell({ sowing: { field_size_ha, entered } }: { sowing: Sowing }) {
  if (!entered) return <span>{hectares(field_size_ha)}</span>;
  return (
    <>
      <span>{field_size_ha < 0.1 ? hectareFigure(field_size_ha) : hectares(field_size_ha)}</span>{' '}
      <span className={styles.entered}>{enteredAmount(entered)}</span>
    </>
  );
}

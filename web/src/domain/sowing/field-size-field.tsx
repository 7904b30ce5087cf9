import { t } from '@lingui/core/macro';
import { LandSizeField, type LandSizeFieldProps } from '../land/land-size-field';

/** Renders the field for the size of a field. */
export const FieldSizeField = (props: Pick<LandSizeFieldProps, 'onSize' | 'errors' | 'describedBy'>) => (
  <LandSizeField
    base="field_size"
    label={t`Field Size`}
    hint={t`At most two decimals, for example 1.25`}
    {...props}
  />
);

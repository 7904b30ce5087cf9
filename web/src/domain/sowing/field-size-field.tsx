import { t } from '@lingui/core/macro';
import { LandSizeField, type LandSizeFieldProps, OwnLandSizeField } from '../land/land-size-field';

type FieldSizeProps = Pick<LandSizeFieldProps, 'saved' | 'onSize' | 'errors' | 'describedBy'>;

const words = () => ({ label: t`Field Size`, hint: t`At most two decimals, for example 1.25` });

/** Renders the field for the size of a field: in hectares, and in the farmer's own unit. */
export const FieldSizeField = (props: FieldSizeProps) => (
  <LandSizeField base="field_size" {...words()} {...props} />
);

/** The same in one box, in the farmer's own unit. */
export const OwnFieldSizeField = (props: FieldSizeProps) => (
  <OwnLandSizeField base="field_size" {...words()} {...props} />
);

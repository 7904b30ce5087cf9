import { plural, t } from '@lingui/core/macro';
import type { FormEvent } from 'react';
import { NumberField } from '../forms/number-field';

interface FieldSizeFieldProps {
  /** Called with the size in hectares; NaN while it is no number. */
  onSize?: (hectares: number) => void;
  defaultValue?: number | undefined;
  invalid: boolean;
  describedBy: string | undefined;
}

/** Renders the field for the size of a field in hectares. */
export const FieldSizeField = ({ onSize, ...field }: FieldSizeFieldProps) => (
  <NumberField
    label={t`Field Size`}
    name="field_size_ha"
    unit={t`hectares`}
    amount={(figure) => plural(Number(figure), { one: `${figure} hectare`, other: `${figure} hectares` })}
    hint={t`At most two decimals, for example 1.25`}
    min={0}
    step={0.01}
    onInput={(event: FormEvent<HTMLInputElement>) => onSize?.(event.currentTarget.valueAsNumber)}
    {...field}
  />
);

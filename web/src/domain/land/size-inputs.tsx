import { t } from '@lingui/core/macro';
import { NumberField } from '@/shared/forms/number-field';
import { inputNames } from './land-size';
import type { LandSizeFieldProps } from './land-size-field';
import { amountOf, unitName } from './units';
import type { LandSizeState } from './use-land-size';

type SizeInputsProps = Pick<LandSizeFieldProps, 'base' | 'errors' | 'describedBy'> &
  Pick<LandSizeState, 'unit' | 'begin' | 'typed'>;

/** Renders the input for a number of units; for acres and cents, both. */
export function SizeInputs({ base, errors, describedBy, unit, begin, typed }: SizeInputsProps) {
  const names = inputNames(base);
  const common = (name: string) => ({
    name,
    min: 0,
    step: 0.01,
    error: describedBy ? undefined : errors[name],
    invalid: name in errors,
    describedBy,
  });
  if (unit === 'acre_and_cents') {
    return (
      <>
        <NumberField
          {...common(names.value)}
          label={t`Acres`}
          amount={(figure) => amountOf(figure, 'acre')}
          onInput={typed('value')}
          defaultValue={begin.value}
        />
        <NumberField
          {...common(names.cents)}
          label={t`Cents`}
          amount={(figure) => amountOf(figure, 'cent')}
          step={1}
          max={99}
          onInput={typed('cents')}
          defaultValue={begin.cents}
        />
      </>
    );
  }
  return (
    <NumberField
      key={unit}
      {...common(names.value)}
      label={t`In your unit`}
      described={unitName(unit)}
      amount={(figure) => amountOf(figure, unit)}
      onInput={typed('value')}
      defaultValue={begin.value}
    />
  );
}

import { t } from '@lingui/core/macro';
import { useLayoutEffect, useRef } from 'react';
import { type FieldProps, TextField } from '@/shared/ui/field';
import { useToday } from '../calendar/use-today';
import { earliestSowing } from './sown-on';

/** Renders the field for the day of a sowing: today, unless the farmer chooses an earlier one. */
export function SownOnField(field: Pick<FieldProps, 'error' | 'invalid' | 'describedBy'>) {
  const today = useToday();
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(today);
  // At midnight, or when the phone's clock is corrected. A day that was chosen stays.
  useLayoutEffect(() => {
    if (input.current?.value === shown.current) input.current.value = today;
    shown.current = today;
  }, [today]);
  return (
    <TextField
      type="date"
      label={t`Sown on`}
      name="sown_on"
      ref={input}
      defaultValue={today}
      min={earliestSowing()}
      max={today}
      required
      {...field}
    />
  );
}

import { t } from '@lingui/core/macro';
import { useLayoutEffect, useRef } from 'react';
import { type FieldProps, TextField } from '@/shared/ui/field';
import { useToday } from '../calendar/use-today';
import { earliestSowing } from './sown-on';

interface SownOnFieldProps extends Pick<FieldProps, 'error' | 'invalid' | 'describedBy'> {
  /** The day with which it begins, if it is not today. */
  begin?: string | undefined;
}

/** Renders the field for the day of a sowing: today, unless the farmer chooses an earlier one. */
export function SownOnField({ begin, ...field }: SownOnFieldProps) {
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
      defaultValue={begin ?? today}
      min={earliestSowing()}
      max={today}
      required
      {...field}
    />
  );
}

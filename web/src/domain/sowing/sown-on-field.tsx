import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { type FieldProps, TextField } from '@/shared/ui/field';
import { today } from '../calendar/days';
import { earliestSowing } from './sown-on';

/** Renders the field for the day of a sowing: today, unless the farmer chooses an earlier one. */
export function SownOnField(field: Pick<FieldProps, 'error' | 'invalid' | 'describedBy'>) {
  const [latest] = useState(today);
  return (
    <TextField
      type="date"
      label={t`Sown on`}
      name="sown_on"
      defaultValue={latest}
      min={earliestSowing()}
      max={latest}
      required
      {...field}
    />
  );
}

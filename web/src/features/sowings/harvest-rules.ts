import { t } from '@lingui/core/macro';
import * as v from 'valibot';

const wholeNumber = () => t`Enter the harvest in whole kilograms, or leave it empty.`;

/** Validates a harvest in kilograms. It may be left out. */
export const harvestRules = v.object({
  harvested_kg: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || /^\d+$/.test(text), wholeNumber),
    v.transform((text) => (text === '' ? undefined : Number(text))),
  ),
});

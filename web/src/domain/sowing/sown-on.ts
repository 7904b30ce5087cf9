import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { addDays, today } from '../calendar/days';

/** A sowing may be recorded so many days later; the server has the same limit. */
const SOWN_DAYS_MAX = 180;

export const earliestSowing = () => addDays(today(), -SOWN_DAYS_MAX);

/**
 * Validates the day of a sowing. Today counts as not given: the server then takes its own day, also just
 * after midnight.
 */
export const sownOn = v.pipe(
  v.string(),
  v.check(
    (day) => /^\d{4}-\d\d-\d\d$/.test(day),
    () => t`Choose the day of the sowing.`,
  ),
  v.check(
    (day) => day <= today(),
    () => t`The day of the sowing is in the future.`,
  ),
  v.check(
    (day) => day >= earliestSowing(),
    () => t`A sowing can be recorded at most ${SOWN_DAYS_MAX} days later.`,
  ),
  v.transform((day) => (day === today() ? undefined : day)),
);

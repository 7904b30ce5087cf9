import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { SownOnField } from '@/domain/sowing/sown-on-field';
import { outbox } from '@/outbox/queue/browser-outbox';
import { type Entry, errorOf } from '@/outbox/queue/entry';
import type { WriteOf } from '@/outbox/queue/writes';
import { formProblem } from '@/shared/forms/form-problems';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import styles from './unsent.module.css';

const OF_THE_DAY: readonly string[] = ['wrong-clock', 'sown-on-future', 'sown-on-too-old', 'invalid-date'];

/** Whether a sowing was refused for its day alone, so that the farmer says it. */
export const asksDay = ({ state, write: { kind } }: Entry) =>
  state.name === 'parked' &&
  OF_THE_DAY.includes(state.problem.type) &&
  (kind === 'sow' || kind === 'sow-plan');

const rules = v.object({
  sown_on: v.pipe(
    v.string(),
    v.nonEmpty(() => t`Choose the day of the sowing.`),
  ),
});

export function DayQuestion({ entry, said }: { entry: Entry; said: string }) {
  const { farmer, key, state } = entry;
  const write = entry.write as WriteOf<'sow'> | WriteOf<'sow-plan'>;
  const { form, saving, alert, alertId, errors } = useSaveForm({
    rules,
    save: ({ sown_on }) =>
      outbox.resend(farmer, key, { ...write, body: { ...write.body, sown_on } } as typeof write),
    failure: () => t`This phone does not answer. Try again.`,
  });
  if (state.name !== 'parked') return null;
  return (
    <form className={styles.day} aria-label={t`Day of the sowing: ${said}`} {...form}>
      <p>
        {state.problem.type === 'wrong-clock'
          ? t`The clock of this phone was wrong when you saved this. On which day did you sow?`
          : formProblem(errorOf(state.problem))}
      </p>
      <SownOnField invalid={'sown_on' in errors} describedBy={alert ? alertId : undefined} />
      {alert && <ErrorMessage id={alertId}>{alert}</ErrorMessage>}
      <Button type="submit" disabled={saving}>{t`Save the day`}</Button>
    </form>
  );
}

import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { useLocation } from 'wouter';
import { askForConsent } from '@/domain/consent/ask-for-consent';
import { SownOnField } from '@/domain/sowing/sown-on-field';
import { foregroundKeys, isLasting, outbox } from '@/outbox/queue/browser-outbox';
import { useEntries } from '@/outbox/queue/entries';
import { type Entry, errorOf, isUnsent, subjectOf } from '@/outbox/queue/entry';
import { withFollowers } from '@/outbox/queue/queue';
import { asChange, partOf } from '@/outbox/queue/record-changes';
import { savedAt } from '@/outbox/queue/saved-at';
import { madeBy } from '@/outbox/queue/turn';
import { inverseOf, type RecordKind, type WriteOf } from '@/outbox/queue/writes';
import { keptNotice, replacing } from '@/outbox/send/use-send';
import { describeChange, describeWrite } from '@/outbox/send/write-words';
import { adviceQuery } from '@/shared/api/advice';
import { problemMessage } from '@/shared/api/problem-sentences';
import { sowingsQuery, withdrawnQuery } from '@/shared/api/sowings';
import { localMoment } from '@/shared/format/dates';
import { formProblem } from '@/shared/forms/form-problems';
import { keepForForm } from '@/shared/forms/use-draft';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { useWrite } from '@/shared/query/use-write';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { Panel } from '@/shared/ui/panel';
import { reopened } from './reopen';
import styles from './unsent.module.css';

/** Lists what this phone keeps and the server does not have yet. Renders nothing if there is nothing. */
export function Unsent() {
  const entries = useEntries();
  // A form that awaits the answer shows the outcome itself.
  const unsent = entries.filter((entry) => isUnsent(entry) && !foregroundKeys.has(entry.key));
  const waiting = unsent.filter(({ state }) => state.name === 'waiting').length;
  if (unsent.length === 0) return null;
  return (
    <Panel title={t`Not sent yet`}>
      {waiting > 0 && (
        <div className={styles.waiting}>
          <p>{keptSentence(waiting)}</p>
          <Button look="secondary" onClick={() => outbox.sendNow()}>{t`Send now`}</Button>
        </div>
      )}
      <ul className={styles.entries}>
        {unsent.map((entry) => (
          <Kept key={entry.key} entry={entry} all={entries} />
        ))}
      </ul>
    </Panel>
  );
}

const keptSentence = (waiting: number) =>
  isLasting()
    ? plural(waiting, {
        one: 'One entry is kept on this phone. It is sent by itself as soon as Grow can be reached.',
        other:
          '# entries are kept on this phone. They are sent by themselves as soon as Grow can be reached.',
      })
    : keptNotice();

function Kept({ entry, all }: { entry: Entry; all: readonly Entry[] }) {
  const { fail } = useNotices();
  const crop = useCropOf(entry, all);
  const said = describeWrite(entry, crop);
  const takeBack = useWrite({
    mutationFn: () => outbox.takeBack(entry),
    onSuccess: (isDone) => {
      if (!isDone) fail(t`It may be saved already. Change it again once it is sent.`);
    },
    onError: () => fail(t`This phone does not answer. Try again.`),
  });
  const isTakenBack = withFollowers(entry, all).some(
    ({ write, state }) => write.kind === inverseOf(entry.key, entry.write)?.kind && state.name === 'waiting',
  );
  const at = savedAt(entry);
  const day = localMoment(new Date(at).toISOString());
  const { why, answers } = useAsked(entry, { said, crop }, all);
  return (
    <li className={styles.entry} data-state={entry.state.name}>
      <div className={styles.told}>
        <p className={styles.said}>{said}</p>
        {at > 0 && <p className={styles.at}>{t`Saved on this phone: ${day}`}</p>}
        {why}
      </div>
      <div className={styles.answers}>
        {answers}
        {entry.state.name !== 'newer' && !isTakenBack && (
          <Button
            look="secondary"
            disabled={takeBack.isPending}
            onClick={() => takeBack.mutate()}
            aria-label={t`Take back: ${said}`}
          >
            {t`Take back`}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What keeps a write from being sent, and the ways on. */
interface Asked {
  why: ReactNode;
  answers: ReactNode;
}

function useAsked(
  entry: Entry,
  { said, crop }: { said: string; crop: string | undefined },
  all: readonly Entry[],
): Asked {
  const { farmer, key, write, state } = entry;
  const client = useQueryClient();
  const { fail } = useNotices();
  const [, navigate] = useLocation();
  const tell = () => fail(t`This phone does not answer. Try again.`);
  switch (state.name) {
    case 'parked': {
      const reason = formProblem(errorOf(state.problem));
      if (asksDay(entry)) return { why: <DayQuestion entry={entry} said={said} />, answers: null };
      const form = reopened(entry, crop);
      const change = () => {
        if (!form) return;
        keepForForm(farmer, form.form, form.texts);
        navigate(form.path, { state: replacing(key) });
      };
      return {
        why: <ErrorMessage>{t`It could not be saved. ${reason}`}</ErrorMessage>,
        answers: (
          <>
            {form && <Button onClick={change} aria-label={t`Change: ${said}`}>{t`Change`}</Button>}
            <Button
              look="secondary"
              onClick={() => outbox.resend(farmer, key).catch(tell)}
              aria-label={t`Send again: ${said}`}
            >
              {t`Send again`}
            </Button>
          </>
        ),
      };
    }
    case 'consent': {
      const ask = () =>
        askForConsent(client).then(
          (agreed) => (agreed ? outbox.agreed(farmer) : undefined),
          (error) => fail(problemMessage(error)),
        );
      return {
        why: <p>{t`It waits for your yes to what Grow keeps about you.`}</p>,
        answers: <Button onClick={ask}>{t`Read and agree`}</Button>,
      };
    }
    case 'newer': {
      const mine = write as WriteOf<RecordKind>;
      const { record } = state;
      const saved = describeChange(asChange(mine.kind, record), record);
      const over = { revision: record.revision, seen: partOf(mine.kind, record) };
      const keepMine = () => outbox.resend(farmer, key, { ...mine, ...over } as WriteOf<RecordKind>);
      return {
        why: (
          <>
            <p>{t`It was changed in another tab or on another phone. Which one shall stand?`}</p>
            <p>{t`Saved now: ${saved}`}</p>
          </>
        ),
        answers: (
          <>
            <Button look="secondary" onClick={() => keepMine().catch(tell)}>{t`Keep mine`}</Button>
            <Button
              look="secondary"
              onClick={() => outbox.drop(farmer, key).catch(tell)}
            >{t`Take the newer one`}</Button>
          </>
        ),
      };
    }
    case 'set-aside':
      return {
        why: (
          <p>{t`This needs a newer Grow. It stays here, and is sent once Grow on this phone is newer.`}</p>
        ),
        answers: null,
      };
    default:
      return { why: waitingFor(entry, all), answers: null };
  }
}

function waitingFor({ write, state }: Entry, all: readonly Entry[]): ReactNode {
  const made = madeBy(write, all);
  if (made && made.state.name !== 'answered') return <p>{t`It waits for the entry that it is about.`}</p>;
  return state.name === 'waiting' && state.isEarly ? (
    <p>{t`Grow is being renewed. This is sent when that is done.`}</p>
  ) : null;
}

/** Returns the crop of the sowing or plan that a write is about, as far as this phone knows it. */
function useCropOf({ write }: Entry, all: readonly Entry[]): string | undefined {
  const client = useQueryClient();
  const made = madeBy(write, all);
  if (made && 'crop' in made.write.body) return made.write.body.crop;
  const subject = subjectOf(write);
  if (subject?.id === undefined) return undefined;
  const known = [
    ...(client.getQueryData(sowingsQuery.queryKey)?.pages.flatMap(({ items }) => items) ?? []),
    ...(client.getQueryData(withdrawnQuery.queryKey)?.items.map(({ sowing }) => sowing) ?? []),
    ...(client.getQueryData(adviceQuery.queryKey)?.intentions ?? []),
  ];
  return known.find(({ id }) => id === subject.id)?.crop;
}

const OF_THE_DAY: readonly string[] = ['wrong-clock', 'sown-on-future', 'sown-on-too-old', 'invalid-date'];

/** Whether a sowing was refused for its day alone, so that the farmer says it. */
const asksDay = ({ state, write: { kind } }: Entry) =>
  state.name === 'parked' &&
  OF_THE_DAY.includes(state.problem.type) &&
  (kind === 'sow' || kind === 'sow-plan');

const rules = v.object({
  sown_on: v.pipe(
    v.string(),
    v.nonEmpty(() => t`Choose the day of the sowing.`),
  ),
});

function DayQuestion({ entry, said }: { entry: Entry; said: string }) {
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

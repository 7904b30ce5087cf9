import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { askForConsent } from '@/domain/consent/ask-for-consent';
import { replacing } from '@/domain/outbox/use-send';
import { describeChange, describeWrite } from '@/domain/outbox/write-words';
import { problemMessage } from '@/shared/api/problem-sentences';
import { recordQuery } from '@/shared/api/record';
import { useWrite } from '@/shared/api/use-write';
import { localMoment } from '@/shared/format/dates';
import { formProblem } from '@/shared/forms/form-problems';
import { keepForForm } from '@/shared/forms/use-draft';
import { outbox } from '@/shared/outbox/browser-outbox';
import { type Entry, errorOf, isUnsent, subjectOf } from '@/shared/outbox/entry';
import { asChange, partOf } from '@/shared/outbox/record-changes';
import type { RecordKind, WriteOf } from '@/shared/outbox/writes';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { Panel } from '@/shared/ui/panel';
import { entriesQuery, unreadQuery } from './queries';
import { reopened } from './reopen';
import styles from './unsent.module.css';

/** Lists what this phone keeps and the server does not have yet. Renders nothing if there is nothing. */
export function Unsent() {
  const { data } = useQuery(entriesQuery);
  const unsent = data?.filter(isUnsent) ?? [];
  const waiting = unsent.filter(({ state }) => state.name === 'waiting').length;
  const { data: unread = 0 } = useQuery(unreadQuery);
  if (unsent.length === 0 && unread === 0) return null;
  return (
    <Panel title={t`Not sent yet`}>
      {unread > 0 && <Unread count={unread} />}
      {waiting > 0 && (
        <p>
          {plural(waiting, {
            one: 'One entry is kept on this phone and sent as soon as there is a network.',
            other: '# entries are kept on this phone and sent as soon as there is a network.',
          })}
        </p>
      )}
      <ul className={styles.entries}>
        {unsent.map((entry) => (
          <Kept key={entry.key} entry={entry} crop={cropOf(entry, data ?? [])} />
        ))}
      </ul>
    </Panel>
  );
}

const Unread = ({ count }: { count: number }) => (
  <ErrorMessage>
    {plural(count, {
      one: 'One entry of this phone cannot be read. It is kept: please tell the operator.',
      other: '# entries of this phone cannot be read. They are kept: please tell the operator.',
    })}
  </ErrorMessage>
);

/** The crop of the sowing or plan that a write is about, if that is kept here, too. */
function cropOf({ write }: Entry, all: readonly Entry[]): string | undefined {
  const subject = subjectOf(write);
  const made = subject && 'key' in subject && all.find(({ key }) => key === subject.key);
  return made && 'crop' in made.write.body ? made.write.body.crop : undefined;
}

function Kept({ entry, crop }: { entry: Entry; crop: string | undefined }) {
  const { fail } = useNotices();
  const said = describeWrite(entry, crop);
  const takeBack = useWrite({
    mutationFn: () => outbox.takeBack(entry),
    onSuccess: (isDone) => {
      if (!isDone) fail(t`It may be saved already. Change it again once it is sent.`);
    },
    onError: () => fail(t`This phone does not answer. Try again.`),
  });
  const day = localMoment(new Date(entry.at).toISOString());
  const { why, answers } = useAsked(entry, said);
  return (
    <li className={styles.entry} data-state={entry.state.name}>
      <div className={styles.told}>
        <p className={styles.said}>{said}</p>
        <p className={styles.at}>{t`Saved on this phone: ${day}`}</p>
        {why}
      </div>
      <div className={styles.answers}>
        {answers}
        {entry.state.name !== 'newer' && (
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

function useAsked({ farmer, key, write, state }: Entry, said: string): Asked {
  const client = useQueryClient();
  const { fail } = useNotices();
  const [, navigate] = useLocation();
  switch (state.name) {
    case 'parked': {
      const reason = formProblem(errorOf(state.problem));
      const preferred = client.getQueryData(recordQuery.queryKey)?.land_units.preferred ?? null;
      const form = reopened(write, preferred);
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
              onClick={() => void outbox.again(farmer, key)}
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
        answers: <Button onClick={() => void ask()}>{t`Read and agree`}</Button>,
      };
    }
    case 'newer': {
      const mine = write as WriteOf<RecordKind>;
      const { record } = state;
      const saved = describeChange(asChange(mine.kind, record));
      const over = { revision: record.revision, seen: partOf(mine.kind, record) };
      const keepMine = () => outbox.again(farmer, key, { ...mine, ...over } as WriteOf<RecordKind>);
      return {
        why: (
          <>
            <p>{t`It was changed in another tab or on another phone. Which one shall stand?`}</p>
            <p>{t`Saved now: ${saved}`}</p>
          </>
        ),
        answers: (
          <>
            <Button look="secondary" onClick={() => void keepMine()}>{t`Keep mine`}</Button>
            <Button
              look="secondary"
              onClick={() => void outbox.drop(farmer, key)}
            >{t`Take the newer one`}</Button>
          </>
        ),
      };
    }
    default:
      return { why: null, answers: null };
  }
}

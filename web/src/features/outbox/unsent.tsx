import { plural, t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { askForConsent } from '@/domain/consent/ask-for-consent';
import { describeChange, describeWrite } from '@/domain/outbox/write-words';
import { problemMessage } from '@/shared/api/problem-sentences';
import { farmerOf } from '@/shared/api/query-client';
import { useWrite } from '@/shared/api/use-write';
import { localMoment } from '@/shared/format/dates';
import { formProblem } from '@/shared/forms/form-problems';
import { outbox } from '@/shared/outbox/browser-outbox';
import { type Entry, errorOf, isUnsent, subjectOf } from '@/shared/outbox/entry';
import { asChange, partOf } from '@/shared/outbox/record-changes';
import type { RecordKind, WriteOf } from '@/shared/outbox/writes';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { Panel } from '@/shared/ui/panel';
import { entriesQuery, unreadQuery } from './queries';
import styles from './unsent.module.css';

/** Lists what this phone keeps and the server does not have yet. Renders nothing if there is nothing. */
export function Unsent() {
  const { data } = useQuery(entriesQuery);
  const unsent = data?.filter(isUnsent) ?? [];
  const count = unsent.length;
  const { data: unread = 0 } = useQuery(unreadQuery);
  if (count === 0 && unread === 0) return null;
  return (
    <Panel title={t`Not sent yet`}>
      {unread > 0 && <Unread count={unread} />}
      {count > 0 && (
        <p>
          {plural(count, {
            one: 'It is kept on this phone and sent as soon as there is a network.',
            other: 'They are kept on this phone and sent as soon as there is a network.',
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
  return (
    <li className={styles.entry} data-state={entry.state.name}>
      <div>
        <p className={styles.said}>{said}</p>
        <p className={styles.at}>{t`Saved on this phone: ${day}`}</p>
      </div>
      <Asks entry={entry} said={said} />
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
    </li>
  );
}

/** What keeps a write from being sent, and the way on. */
function Asks({ entry, said }: { entry: Entry; said: string }) {
  const { state, farmer, key } = entry;
  const client = useQueryClient();
  const { fail } = useNotices();
  const again = () => outbox.again(farmer, key);
  switch (state.name) {
    case 'parked': {
      const reason = formProblem(errorOf(state.problem));
      return (
        <>
          <ErrorMessage>{t`It could not be saved. ${reason}`}</ErrorMessage>
          <Button look="secondary" onClick={() => void again()} aria-label={t`Send again: ${said}`}>
            {t`Send again`}
          </Button>
        </>
      );
    }
    case 'consent':
      return (
        <>
          <p>{t`It waits for your yes to what Grow keeps about you.`}</p>
          <Button
            onClick={() =>
              askForConsent(client).then(
                (agreed) => (agreed ? outbox.agreed(farmerOf(client) ?? '') : undefined),
                (error) => fail(problemMessage(error)),
              )
            }
          >{t`Read and agree`}</Button>
        </>
      );
    case 'newer':
      return <Newer entry={entry} />;
    default:
      return null;
  }
}

/** Asks which of two versions of the record shall stand. */
function Newer({ entry: { farmer, key, write, state } }: { entry: Entry }) {
  if (state.name !== 'newer') return null;
  const mine = write as WriteOf<RecordKind>;
  const { record } = state;
  const keepMine = () =>
    outbox.again(farmer, key, {
      ...mine,
      revision: record.revision,
      seen: partOf(mine.kind, record),
    } as WriteOf<RecordKind>);
  const saved = describeChange(asChange(mine.kind, record));
  return (
    <>
      <p>{t`It was changed in another tab or on another phone. Which one shall stand?`}</p>
      <p>{t`Saved now: ${saved}`}</p>
      <Button look="secondary" onClick={() => void keepMine()}>{t`Keep mine`}</Button>
      <Button look="secondary" onClick={() => void outbox.drop(farmer, key)}>{t`Take the newer one`}</Button>
    </>
  );
}

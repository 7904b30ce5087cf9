import { t } from '@lingui/core/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { type Api, done, read } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { apiOf, useApi } from '@/shared/api/query-client';
import { localMoment } from '@/shared/format/dates';
import { formProblem } from '@/shared/forms/form-problems';
import { Loaded } from '@/shared/query/loaded';
import { useWrite } from '@/shared/query/use-write';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { Actions } from '@/shared/ui/stack';
import { signOut } from './end-session';
import styles from './own-sessions.module.css';
import { useSessionClient } from './session-client';

export function OwnSessions() {
  const query = useQuery(ownSessionsQuery);
  // Only the server knows it, and the query asks again when the network is back.
  const isLost = query.error instanceof ApiError && query.error.status === 0;
  if (!query.data && isLost) return <p>{t`This is shown when there is a network.`}</p>;
  return <Loaded query={query}>{({ items }) => <Sessions items={items} />}</Loaded>;
}

function Sessions({ items }: { items: readonly OwnSession[] }) {
  const api = useApi();
  const everywhereElse = useSignOut(t`You are signed out everywhere else.`, () =>
    done(api.DELETE('/api/v1/me/sessions')),
  );
  return (
    <>
      <ul className={styles.sessions}>
        {items.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {everywhereElse.error && <ErrorMessage>{formProblem(everywhereElse.error)}</ErrorMessage>}
      {items.length > 1 && (
        <Actions>
          <Button
            look="secondary"
            disabled={everywhereElse.isPending}
            onClick={() => everywhereElse.mutate()}
          >
            {everywhereElse.isPending ? t`Signing out...` : t`Sign out everywhere else`}
          </Button>
        </Actions>
      )}
    </>
  );
}

function Session({ session }: { session: OwnSession }) {
  const ofSession = useSessionClient();
  const own = useQueryClient();
  const api = useApi();
  const device = deviceName(session.device);
  const moment = localMoment(session.last_used_at);
  const leave = useSignOut(t`${device} is signed out.`, () =>
    session.is_current ? signOut(ofSession, own) : endThere(api, session.id),
  );
  return (
    <li className={styles.session}>
      <div className={styles.what}>
        <p className={styles.device}>{device}</p>
        <p className={styles.use}>{session.is_current ? t`This browser` : t`Last used on ${moment}`}</p>
        {leave.error && <ErrorMessage>{formProblem(leave.error)}</ErrorMessage>}
      </div>
      <Button
        look="secondary"
        disabled={leave.isPending}
        aria-label={session.is_current ? t`Sign out of this browser` : t`Sign out ${device}, ${moment}`}
        onClick={() => leave.mutate()}
      >
        {leave.isPending ? t`Signing out...` : t`Sign out`}
      </Button>
    </li>
  );
}

/** The server names a browser and its system: Chrome on Android. */
function deviceName(device: string | null): string {
  const [browser, system] = device?.split(' on ') ?? [];
  if (browser === undefined) return t`Another browser`;
  return system === undefined ? browser : t`${browser} on ${system}`;
}

function useSignOut(success: string, leave: () => Promise<void>) {
  const { succeed } = useNotices();
  const client = useQueryClient();
  return useWrite({
    mutationFn: leave,
    onSuccess: async () => {
      succeed(success);
      await client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
    },
  });
}

async function endThere(api: Api, id: string): Promise<void> {
  try {
    await done(api.DELETE('/api/v1/me/sessions/{id}', { params: { path: { id } } }));
  } catch (error) {
    // The session had already ended.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

const ownSession = v.object({
  id: v.string(),
  device: v.nullish(v.string(), null),
  signed_in_at: v.string(),
  last_used_at: v.string(),
  is_current: v.boolean(),
});

const ownSessions = v.object({ items: v.array(ownSession) });

export const ownSessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal, client }) => read(apiOf(client).GET('/api/v1/me/sessions', { signal }), ownSessions),
});

type OwnSession = v.InferOutput<typeof ownSession>;

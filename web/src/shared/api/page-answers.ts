import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { isSignOutPending } from './pending-sign-out';
import { regionDemandQuery, sessionQuery, signInQuery } from './queries';
import { demandOverview, session, signIn } from './shapes';

/** Id of the script element in which the server embeds answers. */
const ID = 'answers';

const pageAnswers = v.object({
  sign_in: v.optional(signIn),
  session: v.optional(session),
  demand: v.optional(v.object({ event: v.string(), overview: demandOverview })),
});

/** Id of the last live event included in the embedded overview, by region. */
const events = new Map<string, string>();

export const pageEvent = (region: string) => events.get(region);

/**
 * Puts the answers embedded in the page into the cache. Skips them after back or forward navigation, when
 * they may be old. Invalid answers are ignored and fetched later.
 */
export function takePageAnswers(
  ofSession: QueryClient,
  clientOf: (farmer: string | null) => QueryClient,
): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'back_forward') return;
  const parsed = v.safeParse(pageAnswers, readPage());
  if (!parsed.success) return;
  const { sign_in, demand } = parsed.output;
  const session = isSignOutPending() ? undefined : parsed.output.session;
  const client = clientOf(session?.user?.id ?? null);
  if (sign_in) client.setQueryData(signInQuery.queryKey, sign_in);
  if (session) ofSession.setQueryData(sessionQuery.queryKey, session);
  if (demand) {
    const { event, overview } = demand;
    client.setQueryData(regionDemandQuery(overview.region).queryKey, overview);
    events.set(overview.region, event);
  }
}

function readPage(): unknown {
  try {
    return JSON.parse(document.getElementById(ID)?.textContent ?? '');
  } catch {
    return null;
  }
}

import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { regionDemandQuery, sessionQuery, signInQuery } from './queries';
import { demandOverview, session, signIn } from './shapes';

/** Where the server writes its first answers into the page. */
const ID = 'answers';

const pageAnswers = v.object({
  sign_in: v.optional(signIn),
  session: v.optional(session),
  demand: v.optional(v.object({ event: v.string(), overview: demandOverview })),
});

/** The live event that the page's overview of a region is as new as. */
const events = new Map<string, string>();

export const pageEvent = (region: string) => events.get(region);

/**
 * Puts the answers in the page where a fetch would have put them. A page that the browser takes from its history may be old,
 * and what cannot be read is asked for as if it were not there.
 */
export function takePageAnswers(
  ofSession: QueryClient,
  clientOf: (farmer: string | null) => QueryClient,
): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'back_forward') return;
  const parsed = v.safeParse(pageAnswers, readPage());
  if (!parsed.success) return;
  const { sign_in, session, demand } = parsed.output;
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

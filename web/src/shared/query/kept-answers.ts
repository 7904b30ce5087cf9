import type { Query, QueryClient } from '@tanstack/react-query';
import { safeParse } from 'valibot';
import { endOf, isPersisted, type Keeping, keepingOf } from '../api/query-client';
import type { KeptAnswer } from '../storage/database';

/** Debounce of writes, ms: short for the first answer of a query, longer for updates such as live figures. */
const FIRST_AFTER_MS = 50;
const NEXT_AFTER_MS = 2_000;

/** The answers of one farmer, kept on the phone. Any call may fail. */
export interface Answers {
  read: (name: string) => Promise<KeptAnswer | undefined>;
  write: (answers: readonly KeptAnswer[]) => Promise<void>;
  /** Removes the answers to a question in all versions. */
  remove: (question: string) => Promise<void>;
}

/**
 * Persists the answers of a client, and shows persisted ones until the server answers. Ends when the farmer signs out or
 * the returned function is called.
 */
export function keepAnswers(client: QueryClient, answers: Answers): () => void {
  const cache = client.getQueryCache();
  const end = endOf(client);
  /** Queries to write, in the order of their changes. */
  const changed = new Map<string, Query>();
  const written = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSoon = false;

  const write = async () => {
    clearTimeout(timer);
    timer = undefined;
    isSoon = false;
    const queries = [...changed.values()];
    changed.clear();
    if (end.aborted || queries.length === 0) return;
    await answers.write(queries.flatMap((query) => answerOf(query) ?? [])).catch(warn);
  };
  const note = (query: Query) => {
    changed.set(query.queryHash, query);
    const isFirst = !written.has(query.queryHash);
    written.add(query.queryHash);
    if (timer !== undefined && (isSoon || !isFirst)) return;
    clearTimeout(timer);
    isSoon = isFirst;
    timer = setTimeout(write, isFirst ? FIRST_AFTER_MS : NEXT_AFTER_MS);
  };
  /** Persists an answer embedded in the page: its schema is known only once a screen observes it. */
  const noteUnwritten = (query: Query) => {
    if (query.state.data !== undefined && !written.has(query.queryHash)) note(query);
  };
  const forget = (query: Query) => {
    changed.delete(query.queryHash);
    answers.remove(query.queryHash).catch(warn);
  };
  const show = async (query: Query) => {
    const keeping = keepingOf(query);
    const found = keeping && (await answers.read(nameOfAnswer(query, keeping)).catch(warn));
    if (!found || end.aborted || query.state.data !== undefined) return;
    // Another build may have written it.
    const parsed = safeParse(keeping.schema, found.data);
    if (parsed.success) query.setData(parsed.output, { updatedAt: found.at, manual: true });
  };
  const leave = () => {
    if (document.visibilityState === 'hidden') write().catch(warn);
  };

  const stop = cache.subscribe((event) => {
    const { query } = event;
    if (!isPersisted(query)) return;
    if (event.type === 'observerAdded') noteUnwritten(query);
    if (event.type !== 'updated') return;
    const { action } = event;
    const isEmpty = query.state.data === undefined;
    if (action.type === 'fetch' && isEmpty) show(query).catch(warn);
    // What was shown from the phone need not be written again.
    if (action.type === 'success' && action.dataUpdatedAt === undefined) note(query);
    // The query was reset: its answer is no longer valid.
    if (action.type === 'setState' && action.state === query.resetState) forget(query);
  });
  // Queries that were created before this function ran.
  for (const query of cache.getAll()) {
    if (!isPersisted(query)) continue;
    if (query.state.data === undefined) show(query).catch(warn);
    else note(query);
  }
  document.addEventListener('visibilitychange', leave);
  const over = () => {
    stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', leave);
  };
  end.addEventListener('abort', over);
  return over;
}

/** Names the answer to a question in a version. */
export const nameOfAnswer = ({ queryHash }: { queryHash: string }, { version }: Keeping) =>
  version === 1 ? queryHash : `${queryHash} ${version}`;

function answerOf(query: Query): KeptAnswer | undefined {
  const keeping = keepingOf(query);
  const { data, dataUpdatedAt } = query.state;
  return keeping && data !== undefined
    ? { hash: nameOfAnswer(query, keeping), data, at: dataUpdatedAt }
    : undefined;
}

const warn = (error: unknown) => console.warn('What was known cannot be kept on this phone', error);

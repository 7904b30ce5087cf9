import { QueryObserver } from '@tanstack/react-query';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, endCalls, keptAs } from '../api/query-client';
import type { KeptAnswer } from '../storage/database';
import { type Answers, keepAnswers } from './kept-answers';

const KEY = ['me', 'record'];
const HASH = JSON.stringify(KEY);
const meta = keptAs(v.string());

let kept: Map<string, KeptAnswer>;
/** What was written, in the order in which it was. */
let written: unknown[];
let answers: Answers;
let client: ReturnType<typeof createQueryClient>;

beforeEach(() => {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'hidden' }));
  const [own, ownWritten] = [new Map<string, KeptAnswer>(), [] as unknown[]];
  [kept, written] = [own, ownWritten];
  answers = {
    read: async (hash) => own.get(hash),
    write: async (all) => {
      for (const answer of all) own.set(answer.hash, answer);
      ownWritten.push(...all.map(({ data }) => data));
    },
    remove: async (hash) => {
      own.delete(hash);
    },
  };
  client = createQueryClient('meena');
});
afterEach(() => {
  endCalls(client);
  vi.unstubAllGlobals();
});

/** A page that is left writes at once what it has. */
const hide = () => document.dispatchEvent(new Event('visibilitychange'));

const answersLater = () => {
  let answer: (data: unknown) => void = () => {};
  const asked = client.fetchQuery({
    queryKey: KEY,
    meta,
    queryFn: () => new Promise((resolve) => (answer = resolve)),
  });
  return { asked, answer: (data: unknown) => answer(data) };
};
const shown = () => client.getQueryData(KEY);

test('an answer is kept, with its age', async () => {
  keepAnswers(client, answers);
  await client.fetchQuery({ queryKey: KEY, meta, queryFn: async () => 'new' });
  await vi.waitFor(() => expect(kept.get(HASH)).toMatchObject({ data: 'new' }));
  expect(kept.get(HASH)?.at).toBe(client.getQueryState(KEY)?.dataUpdatedAt);
});

test('what was kept is shown until the answer comes, and says how old it is', async () => {
  kept.set(HASH, { hash: HASH, data: 'old', at: 1_000 });
  keepAnswers(client, answers);
  const { asked, answer } = answersLater();
  await vi.waitFor(() => expect(shown()).toBe('old'));
  expect(client.getQueryState(KEY)?.dataUpdatedAt).toBe(1_000);
  answer('new');
  await asked;
  expect(shown()).toBe('new');
});

test('what was asked for before the phone was ready is shown, too', async () => {
  kept.set(HASH, { hash: HASH, data: 'old', at: 1_000 });
  const { asked, answer } = answersLater();
  keepAnswers(client, answers);
  await vi.waitFor(() => expect(shown()).toBe('old'));
  answer('new');
  await asked;
});

test('what was shown from the phone is not written again', async () => {
  kept.set(HASH, { hash: HASH, data: 'old', at: 1_000 });
  keepAnswers(client, answers);
  const { asked, answer } = answersLater();
  await vi.waitFor(() => expect(shown()).toBe('old'));
  hide();
  answer('new');
  await asked;
  hide();
  await vi.waitFor(() => expect(written).toEqual(['new']));
});

test('an answer that is reset, because a record has changed, is forgotten', async () => {
  keepAnswers(client, answers);
  await client.fetchQuery({ queryKey: KEY, meta, queryFn: async () => 'new' });
  await vi.waitFor(() => expect(kept.has(HASH)).toBe(true));
  await client.resetQueries({ queryKey: KEY });
  await vi.waitFor(() => expect(kept.has(HASH)).toBe(false));
});

test('a screen that is left before its answer comes does not forget what was kept', async () => {
  kept.set(HASH, { hash: HASH, data: 'old', at: 1_000 });
  keepAnswers(client, answers);
  const { asked } = answersLater();
  await client.cancelQueries({ queryKey: KEY });
  await asked.catch(() => {});
  expect(kept.has(HASH)).toBe(true);
});

test('nothing is written after the farmer has left', async () => {
  keepAnswers(client, answers);
  await client.fetchQuery({ queryKey: KEY, meta, queryFn: async () => 'new' });
  endCalls(client);
  hide();
  expect(written).toEqual([]);
});

test('an answer that came with the page is kept when a screen asks for it', async () => {
  client.setQueryData(KEY, 'of the page');
  keepAnswers(client, answers);
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    meta,
    queryFn: async () => 'new',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => {});
  await vi.waitFor(() => expect(kept.get(HASH)).toMatchObject({ data: 'of the page' }));
  stop();
});

test('an answer that is of use only with a network is not kept', async () => {
  keepAnswers(client, answers);
  await client.fetchQuery({ queryKey: ['places'], queryFn: async () => 'x' });
  await client.fetchQuery({ queryKey: KEY, meta, queryFn: async () => 'new' });
  await vi.waitFor(() => expect([...kept.keys()]).toEqual([HASH]));
});

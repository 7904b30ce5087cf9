import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { done, read, whenDisplaced } from './client';
import { isAborted } from './problem';
import { apiOf, createQueryClient, endCalls } from './query-client';
import { serverNow } from './server-time';

interface Sent {
  address: string;
  method: string;
  headers: Headers;
  body: string | null;
  keepalive: boolean;
  signal: AbortSignal;
}

let sent: Sent[];
let answer: () => Promise<Response>;

beforeEach(() => {
  sent = [];
  answer = async () => new Response(null, { status: 204 });
  vi.stubGlobal('fetch', (address: string, request: Omit<Sent, 'address'>) => {
    const { signal } = request;
    if (signal.aborted) return Promise.reject(signal.reason);
    sent.push({ address, ...request });
    return Promise.race([
      answer(),
      new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
    ]);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  whenDisplaced(() => {});
});

const withdraw = (farmer: string | null) => {
  const client = createQueryClient(farmer);
  return { client, write: () => done(apiOf(client).DELETE('/api/v1/me/consent')) };
};

test("a farmer's call names the farmer, and a guest's call names no one", async () => {
  const meena = withdraw('meena');
  await meena.write();
  await withdraw('murugan').write();
  await withdraw(null).write();
  await meena.write();
  expect(sent.map(({ headers }) => headers.get('grow-farmer'))).toEqual(['meena', 'murugan', null, 'meena']);
});

test('only an answer that no cache may keep tells the time', async () => {
  const now = Date.parse('2026-07-01T06:00:00Z');
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const dated = (date: string, caching: string) => async () =>
    new Response(null, { status: 204, headers: { date, 'cache-control': caching } });
  answer = dated('Wed, 01 Jul 2026 06:30:00 GMT', 'no-store');
  await withdraw(null).write();
  for (const caching of ['no-cache', 'public, max-age=3600']) {
    answer = dated('Mon, 29 Jun 2026 06:00:00 GMT', caching);
    await withdraw(null).write();
  }
  expect(serverNow() - now).toBe(30 * 60_000);
  answer = dated(new Date(now).toUTCString(), 'no-store');
  await withdraw(null).write();
  expect(serverNow()).toBe(now);
});

test('when the farmer has left, what is open is aborted and nothing more is sent', async () => {
  answer = () => new Promise(() => {});
  const { client, write } = withdraw('meena');
  const open = write().catch((error: unknown) => error);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  endCalls(client);
  expect(isAborted(await open)).toBe(true);

  const again = await write().catch((error: unknown) => error);
  expect(isAborted(again)).toBe(true);
  expect(sent).toHaveLength(1);
});

test.each([
  [401, 'not-signed-in', 'signed-out', false],
  [409, 'another-farmer', 'another-farmer', true],
])('an answer of %d tells that its farmer is displaced', async (status, type, how, wasWrite) => {
  const told = vi.fn();
  whenDisplaced(told);
  answer = async () => Response.json({ type, detail: '' }, { status });
  await expect(withdraw('meena').write()).rejects.toMatchObject({ type, status });
  expect(told.mock.calls).toEqual([[how, wasWrite]]);
});

test('a conflict of another kind leaves the farmer signed in', async () => {
  const told = vi.fn();
  whenDisplaced(told);
  answer = async () => Response.json({ type: 'sowing-closed', detail: '' }, { status: 409 });
  await expect(withdraw('meena').write()).rejects.toMatchObject({ type: 'sowing-closed', status: 409 });
  expect(told).not.toHaveBeenCalled();
});

const api = apiOf(createQueryClient(null));

test('a name in an address is encoded, and so is a query', async () => {
  await api.GET('/api/v1/crops/{name}', { params: { path: { name: 'red gram/?#' } } });
  await api.GET('/api/v1/places', { params: { query: { q: 'Bhavani, Ero&x=1' } } });
  await api.GET('/api/v1/me/sowings', { params: { query: { limit: 5 } } });
  await api.GET('/api/v1/session');
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/v1/crops/red%20gram%2F%3F%23',
    '/api/v1/places?q=Bhavani%2C+Ero%26x%3D1',
    '/api/v1/me/sowings?limit=5',
    '/api/v1/session',
  ]);
});

test('a write sends JSON, with the headers of the operation', async () => {
  const header = { 'Idempotency-Key': 'key-number-1' };
  await api.POST('/api/v1/me/sowings', { params: { header }, body: { crop: 'maize', field_size_ha: 1.25 } });
  expect(sent[0]).toMatchObject({ method: 'POST', body: '{"crop":"maize","field_size_ha":1.25}' });
  expect(sent[0]?.headers.get('content-type')).toBe('application/json');
  expect(sent[0]?.headers.get('idempotency-key')).toBe('key-number-1');
});

test('a call outlives the page only if it says so', async () => {
  const body = { unit: 'acre' } as const;
  await api.PUT('/api/v1/me/units', { body, keepalive: true });
  await api.PUT('/api/v1/me/units', { body });
  expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, false]);
});

test('a parameter that an operation does not have is a type error', async () => {
  const params = { path: { crop: 'maize' } };
  // @ts-expect-error No such option.
  await api.GET('/api/v1/session', { retries: 2 });
  // @ts-expect-error No such parameter.
  await api.GET('/api/v1/places', { params: { query: { name: 'Erode' } } });
  // @ts-expect-error The name is missing.
  await api.GET('/api/v1/crops/{name}');
  // @ts-expect-error It has no body.
  await api.DELETE('/api/v1/me/known-crops/{crop}', { params, body: {} });
  // @ts-expect-error A member of the body is missing.
  await api.PUT('/api/v1/me/npk', { body: { n: 1, p: 2 } });
  // @ts-expect-error It has no such method.
  await api.PATCH('/api/v1/session');
  expect(sent).toHaveLength(6);
});

test('an operation that answers with a body is read, and one without is done', async () => {
  const nothing = v.object({});
  // @ts-expect-error Its answer has a body.
  await expect(done(api.GET('/api/v1/session'))).resolves.toBeUndefined();
  // @ts-expect-error Its answer has no body.
  await expect(read(api.DELETE('/api/v1/session'), nothing)).rejects.toMatchObject({ type: 'unreadable' });
});

const shape = v.object({ ok: v.boolean() });
// Without the type of the session, so that any shape can be read.
const readSession = () =>
  read(
    api.GET('/api/v1/session').then(({ status, body }) => ({ status, body })),
    shape,
  );

test('an answer is read by its shape', async () => {
  answer = async () => Response.json({ ok: true });
  expect(await readSession()).toEqual({ ok: true });
});

test.each([
  ['another shape', async () => Response.json({ ok: 'yes' }), 'unreadable'],
  ['a page', async () => new Response('<h1>portal</h1>'), 'unreadable'],
  ['nothing', async () => new Response(''), 'unreadable'],
  ['a page of a gateway', async () => new Response('<h1>gone</h1>', { status: 502 }), 'internal'],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
])('in place of an answer %s is a problem of the type %s', async (_, given, type) => {
  answer = given;
  await expect(readSession()).rejects.toMatchObject({ name: 'ApiError', type });
});

test('an answer whose end never comes takes too long', async () => {
  vi.useFakeTimers();
  answer = async () => {
    const { signal } = sent.at(-1) ?? {};
    const start = (body: ReadableStreamDefaultController) =>
      signal?.addEventListener('abort', () => body.error(signal.reason));
    return new Response(new ReadableStream({ start }));
  };
  const failed = readSession().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await failed).toMatchObject({ name: 'ApiError', type: 'timeout' });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '../api/client';
import type { FarmerRecord } from '../api/record';
import { Outbox } from './outbox';
import { queueInMemory, type WholeQueue } from './queue';
import { partOf } from './record-changes';
import type { Write } from './writes';

const MEENA = 'meena';
const RAVI = 'ravi';

const record: FarmerRecord = {
  email: 'meena@example.org',
  number: '9876543210',
  place: 'Erode',
  district: null,
  place_status: 'resolved',
  candidates: [],
  npk: { n: 0, p: 0, k: 0 },
  known_crops: [],
  usual_yields: [],
  complete: true,
  revision: 5,
  land_ha: null,
  land_entered: null,
  land_units: { preferred: null, usual: 'acre', offered: [] },
  water: null,
  soil: null,
  soil_test: null,
};

/** A server with the rules that matter here. `fault` may replace an answer, or lose it after it was applied. */
function server() {
  const recorded: { key: string; id: string; crop: string; gone: boolean }[] = [];
  const state = {
    session: MEENA as string | null,
    record: { ...record },
    hasAgreed: true,
    recorded,
    requests: [] as string[],
    fault: async (_request: string, apply: () => Response): Promise<Response> => apply(),
  };
  const problem = (status: number, type: string, headers = {}) =>
    Response.json({ type: `/problems/${type}`, detail: '' }, { status, headers });
  const sowing = (one: { id: string; crop: string }) => ({
    id: one.id,
    crop: one.crop,
    field_size_ha: 1,
    expected_yield_kg: 1,
    sown_at: '2026-07-01T00:00:00Z',
    days_since_sowing: 0,
    is_counted: true,
    sown_on: '2026-07-01',
    harvest_from: '2026-10-01',
    harvest_until: '2026-10-31',
    days_to_harvest: 90,
    calendar_region: 'TN',
  });
  interface Asked {
    method: string;
    path: string;
    headers: Headers;
    body: Record<string, unknown>;
  }
  const refusal = ({ method, headers }: Asked): Response | null => {
    if (!state.session) return problem(401, 'not-signed-in');
    if (headers.get('grow-farmer') !== state.session) return problem(409, 'another-farmer');
    const needsConsent = method !== 'DELETE' && method !== 'GET';
    return needsConsent && !state.hasAgreed ? problem(403, 'consent-required') : null;
  };
  const recordSowing = ({ headers, body }: Asked): Response => {
    if (body.crop === 'unknown') return problem(422, 'unknown-crop');
    const key = headers.get('idempotency-key') ?? '';
    const found = recorded.find((one) => one.key === key);
    const made = found ?? { key, id: `id-${recorded.length}`, crop: String(body.crop), gone: false };
    if (!found) recorded.push(made);
    return Response.json(sowing(made), { status: 201 });
  };
  const saveWater = ({ headers, body }: Asked): Response => {
    if (headers.get('if-match') !== `"${state.record.revision}"`) return problem(412, 'record-changed');
    state.record = { ...state.record, ...body, revision: state.record.revision + 1 };
    return Response.json(state.record);
  };
  const changeSowing = ({ method, path }: Asked): Response => {
    const of = recorded.find((one) => path.endsWith(one.id) && !one.gone);
    if (!of) return problem(404, 'not-found');
    if (method === 'PATCH') return Response.json(sowing(of));
    of.gone = true;
    return new Response(null, { status: 204 });
  };
  const operations: Record<string, (asked: Asked) => Response> = {
    'POST /api/v1/me/sowings': recordSowing,
    'GET /api/v1/me/profile': () => Response.json(state.record),
    'PUT /api/v1/me/water': saveWater,
  };
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
    const request = `${method} ${path}`;
    state.requests.push(request);
    const said = body ? JSON.parse(String(body)) : {};
    const asked = { method: String(method), path, headers: headers as Headers, body: said };
    return state.fault(request, () => refusal(asked) ?? (operations[request] ?? changeSowing)(asked));
  });
  return Object.assign(state, { problem });
}

let grow: ReturnType<typeof server>;
let queue: WholeQueue;
let outbox: Outbox;
let timers: { at: number; work: () => void }[];
let now: number;
let keys: number;

const tab = () =>
  new Outbox({
    queue,
    alone: (work) => work(),
    now: () => now,
    after: (ms, work) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    newKey: () => {
      keys += 1;
      return `key-${keys}-of-test`;
    },
    tell: () => {},
  });

const signIn = (farmer: string) => {
  grow.session = farmer;
  outbox.serve({ farmer, api: createApi(farmer, new AbortController().signal) });
};

beforeEach(() => {
  grow = server();
  queue = queueInMemory();
  timers = [];
  now = 1_000_000;
  keys = 0;
  outbox = tab();
  signIn(MEENA);
});

const sow = (crop: string): Write => ({
  kind: 'sow',
  body: { crop, field_size_ha: 1, sown_on: '2026-07-01' },
});
const water = (answer: 'rain_only' | 'once_or_twice' | 'all_season', seen = record): Write => ({
  kind: 'water',
  body: { water: answer },
  revision: seen.revision,
  seen: partOf('water', seen),
});

const PATIENCE_MS = 10_000;
const keep = async (write: Write, farmer = MEENA) => {
  keys += 1;
  const key = `key-${keys}-of-test`;
  await outbox.save(farmer, key, write);
  return key;
};
const save = async (write: Write, farmer = MEENA) => {
  const key = await keep(write, farmer);
  return { key, state: await outbox.settled(farmer, key, PATIENCE_MS) };
};
const states = async (farmer = MEENA) => (await outbox.entries(farmer)).map(({ state }) => state.name);
const crops = () => grow.recorded.map(({ crop }) => crop);

/** Turns the clock to the next timer and runs it. */
async function wait() {
  const next = timers.toSorted((a, b) => a.at - b.at)[0];
  if (!next) throw new Error('Nothing is to be done later');
  now = Math.max(now, next.at);
  timers = timers.filter((one) => one !== next);
  next.work();
  await vi.waitFor(async () => expect(timers.length + grow.requests.length).toBeGreaterThan(0));
}

const cut = () => {
  grow.fault = async () => Promise.reject(new TypeError('Failed to fetch'));
};
const heal = () => {
  grow.fault = async (_, apply) => apply();
};

test('a write is sent at once, and its answer kept', async () => {
  const { state } = await save(sow('paddy'));
  expect(state).toMatchObject({ name: 'answered', answer: { id: 'id-0' } });
  expect(crops()).toEqual(['paddy']);
});

test('without a network writes wait, and arrive later in their order', async () => {
  cut();
  for (const crop of ['paddy', 'maize', 'onion']) expect((await save(sow(crop))).state?.name).toBe('waiting');
  heal();
  outbox.kick();
  await vi.waitFor(async () => expect(await states()).toEqual(['answered', 'answered', 'answered']));
  expect(crops()).toEqual(['paddy', 'maize', 'onion']);
});

test('an answer that was lost on its way is asked for with the same key: one sowing', async () => {
  grow.fault = async (_, apply) => {
    apply();
    throw new TypeError('Failed to fetch');
  };
  expect((await save(sow('paddy'))).state?.name).toBe('waiting');
  heal();
  outbox.kick();
  await vi.waitFor(async () => expect(await states()).toEqual(['answered']));
  expect(crops()).toEqual(['paddy']);
});

test.each([
  ['the page of a network that wants a sign-in', () => new Response('<html>Welcome</html>', { status: 200 })],
  ['such a page with 511', () => new Response('<html>Sign in</html>', { status: 511 })],
  ['a refusal that is not of Grow', () => new Response('Forbidden', { status: 403 })],
  ['an error of the server', () => grow.problem(500, 'internal')],
  ['a busy server', () => grow.problem(503, 'overloaded')],
  ['a gateway that waited too long', () => new Response('', { status: 408 })],
])('%s keeps the write', async (_, answer) => {
  grow.fault = async () => answer();
  expect((await save(sow('paddy'))).state?.name).toBe('waiting');
  heal();
  await wait();
  await vi.waitFor(async () => expect(await states()).toEqual(['answered']));
});

test('a server that asks to wait is not asked before', async () => {
  grow.fault = async () => grow.problem(429, 'too-many-requests', { 'retry-after': '60' });
  await save(sow('paddy'));
  const asked = grow.requests.length;
  outbox.kick();
  expect((await save(sow('maize'))).state?.name).toBe('waiting');
  expect(grow.requests).toHaveLength(asked);
  heal();
  const before = now;
  await wait();
  expect(now - before).toBe(60_000);
  await vi.waitFor(async () => expect(await states()).toEqual(['answered', 'answered']));
});

test('it waits longer after each failure, and at most five minutes', async () => {
  cut();
  await save(sow('paddy'));
  const waits: number[] = [];
  for (let failure = 0; failure < 10; failure += 1) {
    const before = now;
    const asked = grow.requests.length;
    await wait();
    waits.push(now - before);
    await vi.waitFor(() => expect(grow.requests.length).toBeGreaterThan(asked));
    await vi.waitFor(() => expect(timers).toHaveLength(1));
  }
  expect(waits.slice(0, 3)).toEqual([2_000, 4_000, 8_000]);
  expect(waits.at(-1)).toBe(300_000);
});

test('a session that ended keeps the writes, and the same farmer sends them later', async () => {
  grow.session = null;
  expect((await save(sow('paddy'))).state?.name).toBe('waiting');
  expect(timers).toEqual([]);
  signIn(MEENA);
  await vi.waitFor(async () => expect(await states()).toEqual(['answered']));
});

test("another farmer's writes are never sent as this one's", async () => {
  cut();
  await save(sow('paddy'));
  heal();
  signIn(RAVI);
  await save(sow('maize'), RAVI);
  expect(crops()).toEqual(['maize']);
  expect(await states()).toEqual(['waiting']);
  signIn(MEENA);
  await vi.waitFor(async () => expect(await states()).toEqual(['answered']));
});

test('another farmer who signed in elsewhere stops the queue', async () => {
  grow.session = RAVI;
  expect((await save(sow('paddy'))).state?.name).toBe('waiting');
  expect(crops()).toEqual([]);
});

test('one write is refused, and ten behind it arrive', async () => {
  const { state, key } = await save(sow('unknown'));
  expect(state).toMatchObject({ name: 'parked', problem: { type: 'unknown-crop', status: 422 } });
  for (let place = 0; place < 10; place += 1) await save(sow('paddy'));
  expect(grow.recorded).toHaveLength(10);
  await outbox.again(MEENA, key, sow('onion'));
  expect(await outbox.settled(MEENA, key, PATIENCE_MS)).toMatchObject({ name: 'answered' });
});

test('a write about a sowing that is not sent yet takes its id from the answer', async () => {
  cut();
  const { key } = await save(sow('paddy'));
  await save({ kind: 'close', body: { sowing: { key }, outcome: 'harvested' } });
  heal();
  outbox.kick();
  await vi.waitFor(async () => expect(await states()).toEqual(['answered', 'answered']));
  expect(grow.requests.at(-1)).toBe('PATCH /api/v1/me/sowings/id-0');
});

test('a write about a sowing that was refused waits with it, and nothing else does', async () => {
  const { key } = await save(sow('unknown'));
  expect((await save({ kind: 'mature', body: { sowing: { key }, maturity: 'early' } })).state?.name).toBe(
    'waiting',
  );
  await save(sow('maize'));
  expect(await states()).toEqual(['parked', 'waiting', 'answered']);
});

test('a write that was never sent is taken back with those about it', async () => {
  cut();
  grow.session = null;
  outbox.serve(null);
  const key = await keep(sow('paddy'));
  await keep({ kind: 'mature', body: { sowing: { key }, maturity: 'early' } });
  const [first] = await outbox.entries(MEENA);
  expect(first && (await outbox.takeBack(first))).toBe(true);
  expect(await states()).toEqual([]);
});

test('a sowing that may have been recorded is withdrawn after it', async () => {
  cut();
  await save(sow('paddy'));
  const [first] = await outbox.entries(MEENA);
  expect(first && (await outbox.takeBack(first))).toBe(true);
  heal();
  outbox.kick();
  await vi.waitFor(async () => expect(await states()).toEqual(['answered', 'answered']));
  expect(grow.recorded).toMatchObject([{ crop: 'paddy', gone: true }]);
});

test('what is gone already is as good as removed', async () => {
  expect((await save({ kind: 'withdraw', body: { sowing: { id: 'id-9' } } })).state?.name).toBe('answered');
  expect(
    (await save({ kind: 'close', body: { sowing: { id: 'id-9' }, outcome: 'failed' } })).state,
  ).toMatchObject({
    name: 'parked',
    problem: { type: 'not-found' },
  });
});

test('without consent a write waits for the question, and is sent after the yes', async () => {
  grow.hasAgreed = false;
  const { key, state } = await save(sow('paddy'));
  expect(state?.name).toBe('consent');
  grow.hasAgreed = true;
  await outbox.agreed(MEENA);
  expect((await outbox.settled(MEENA, key, PATIENCE_MS))?.name).toBe('answered');
});

test('changes of the record that wait are each made over the one before', async () => {
  cut();
  await save(water('rain_only'));
  await save(water('all_season', { ...record, water: 'rain_only' }));
  heal();
  outbox.kick();
  await vi.waitFor(async () => expect(await states()).toEqual(['answered', 'answered']));
  expect(grow.record).toMatchObject({ water: 'all_season', revision: 7 });
  expect(grow.requests.slice(-2)).toEqual(['PUT /api/v1/me/water', 'PUT /api/v1/me/water']);
});

test('a change of another part of the record meanwhile asks nothing', async () => {
  grow.record = { ...grow.record, soil: 'heavy', revision: 6 };
  expect((await save(water('rain_only'))).state?.name).toBe('answered');
  expect(grow.record).toMatchObject({ water: 'rain_only', soil: 'heavy' });
});

test('a newer answer elsewhere is shown beside, and the farmer chooses', async () => {
  grow.record = { ...grow.record, water: 'once_or_twice', revision: 6 };
  const { key, state } = await save(water('rain_only'));
  expect(state).toMatchObject({ name: 'newer', record: { water: 'once_or_twice' } });
  await outbox.again(MEENA, key, water('rain_only', grow.record));
  expect((await outbox.settled(MEENA, key, PATIENCE_MS))?.name).toBe('answered');
  expect(grow.record.water).toBe('rain_only');
});

test('a change that another tab of this phone has sent meanwhile is asked about, too', async () => {
  await save(water('once_or_twice'));
  expect((await save(water('rain_only'))).state).toMatchObject({
    name: 'newer',
    record: { water: 'once_or_twice' },
  });
});

test('a repeat whose value already stands is done, and no conflict', async () => {
  grow.record = { ...grow.record, water: 'rain_only', revision: 6 };
  expect((await save(water('rain_only'))).state?.name).toBe('answered');
  expect(grow.record.revision).toBe(6);
});

test('a write that cannot be kept is not claimed', async () => {
  queue.add = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));
  await expect(keep(sow('paddy'))).rejects.toThrow('Full');
  expect(grow.requests).toEqual([]);
});

test('an answer is kept for sixty days', async () => {
  await save(sow('paddy'));
  now += 59 * 24 * 60 * 60 * 1000;
  await save(sow('maize'));
  expect(await states()).toEqual(['answered', 'answered']);
  now += 2 * 24 * 60 * 60 * 1000;
  await save(sow('onion'));
  expect((await outbox.entries(MEENA)).map(({ write }) => write.body)).toMatchObject([
    { crop: 'maize' },
    { crop: 'onion' },
  ]);
});

test('who leaves takes what the server has along; what is not sent stays for the same farmer', async () => {
  await save(sow('paddy'));
  cut();
  await save(sow('maize'));
  await outbox.forget(MEENA, 'answered');
  expect(await states()).toEqual(['waiting']);
  await outbox.forget(MEENA, 'all');
  expect(await states()).toEqual([]);
});

/** The server comes back from a backup that has only the first so many sowings. */
const restore = (kept: number) => {
  grow.recorded.splice(kept);
  // Another sowing has the next id meanwhile.
  grow.recorded.push({ key: 'of-another-farmer', id: `id-${kept}`, crop: 'cotton', gone: false });
};

test('a server that came back from a backup gets what it lost again, each once and in order', async () => {
  const first = await save(sow('paddy'));
  const second = await save(sow('maize'));
  const id = (second.state as { answer: { id: string } }).answer.id;
  await save({ kind: 'withdraw', body: { sowing: { id } } });
  await save(sow('onion'));
  restore(1);
  await outbox.offerAgain(MEENA);
  await vi.waitFor(async () => expect(await states()).toEqual(Array(4).fill('answered')));
  expect(grow.recorded.map(({ crop, gone }) => [crop, gone])).toEqual([
    ['paddy', false],
    ['cotton', false],
    ['maize', true],
    ['onion', false],
  ]);
  expect((await outbox.entries(MEENA))[0]?.key).toBe(first.key);
});

test('what a restored server refuses was recorded once, and is not told as refused', async () => {
  await save(sow('paddy'));
  grow.fault = async () => Response.json({ type: '/problems/invalid' }, { status: 422 });
  await outbox.offerAgain(MEENA);
  await vi.waitFor(async () => expect(await states()).toEqual(['answered']));
});

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';

const ORIGIN = 'https://grow.example';
const SOURCE = resolve(import.meta.dirname, process.env.GROW_WORKER ?? '../src/sw/worker.ts');
const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE);

/** Files of each release. Some change with it and some do not. */
const namedOf = (release: number) => [
  '/assets/react-0.js',
  `/assets/app-${release}.js`,
  `/assets/screen-${release}.js`,
  `/assets/slow-${Math.floor(release / 2)}.js`,
];
const versionOf = (release: number) => `v${release}`;
const cacheOf = (release: number) => `grow-build-${versionOf(release)}`;

interface Tab {
  id: string;
  /** The release that it shows. */
  release: number;
  /** It holds its lock; before that it is loading. */
  hasLock: boolean;
}

interface Worker {
  release: number;
  handlers: Map<string, (event: object) => void>;
}

const keyOf = (request: string | { url: string }) => {
  const { pathname, search } = new URL(typeof request === 'string' ? request : request.url, ORIGIN);
  return pathname + search;
};

/** A browser with its caches, its tabs and its workers, and servers of which each may run another release. */
class Phone {
  readonly caches = new Map<string, Map<string, string>>();
  readonly tabs: Tab[] = [];
  readonly servers: [number, number] = [0, 0];
  active: Worker | undefined;
  waiting: Worker | undefined;
  installing: Worker | undefined;
  /** A network that is gone answers each request with a page of its own. */
  isPortal = false;
  /** After how many requests the network is gone. */
  network = Number.POSITIVE_INFINITY;
  /** Which server answers: one of them, each in turn, or the second one with pages and the first one with all else. */
  route: 0 | 1 | 'turns' | 'mixed' = 0;
  #asked = 0;
  #tabs = 0;

  readonly #storage = {
    open: async (name: string) => {
      // The handle stays good when the cache is deleted, and what is put there is lost.
      const files = this.caches.get(name) ?? new Map<string, string>();
      this.caches.set(name, files);
      return {
        match: async (request: string) => answered(files.get(keyOf(request))),
        put: async (request: string, response: Response) => files.set(keyOf(request), await response.text()),
      };
    },
    match: async (request: string) => {
      const found = [...this.caches.values()].find((files) => files.has(keyOf(request)));
      return answered(found?.get(keyOf(request)));
    },
    keys: async () => [...this.caches.keys()],
    delete: async (name: string) => this.caches.delete(name),
  };

  readonly #fetch = async (request: string | { url: string }) => {
    if (this.#asked >= this.network) {
      if (this.isPortal) return new Response('Sign in to this network');
      throw new TypeError('Failed to fetch');
    }
    this.#asked += 1;
    const { pathname } = new URL(keyOf(request), ORIGIN);
    const servers = { 0: 0, 1: 1, turns: this.#asked % 2, mixed: pathname.includes('.') ? 0 : 1 };
    const release = this.servers[servers[this.route] as 0 | 1];
    const isThere = !pathname.startsWith('/assets/') || namedOf(release).includes(pathname);
    // Each release names its build in its pages.
    const isPage = !/[.]|^\/api/.test(pathname);
    const body = isPage ? `<html data-build="${versionOf(release)}">` : pathname;
    const headers = { 'content-security-policy': 'ours', 'content-type': 'application/json' };
    return new Response(isThere ? body : null, { status: isThere ? 200 : 404, headers });
  };

  start(release: number): Worker {
    const handlers: Worker['handlers'] = new Map();
    const self = {
      addEventListener: (kind: string, handler: (event: object) => void) => handlers.set(kind, handler),
      skipWaiting: async () => {},
      registration: {
        navigationPreload: undefined,
        installing: null as object | null,
        waiting: null as object | null,
      },
      clients: {
        claim: async () => {},
        matchAll: async () => this.tabs.map(({ id }) => ({ id, url: `${ORIGIN}/dashboard` })),
      },
    };
    Object.defineProperties(self.registration, {
      installing: { get: () => this.installing ?? null },
      waiting: { get: () => this.waiting ?? null },
    });
    const held = () =>
      this.tabs
        .filter(({ hasLock }) => hasLock)
        .map(({ id, release: shown }) => ({ name: cacheOf(shown), mode: 'shared', clientId: id }));
    const kept = {
      version: versionOf(release),
      named: namedOf(release),
      other: ['/crops/maize.svg'],
      answers: ['/api/v1/crops'],
      replaceable: ['/logo.svg'],
      languages: ['en', 'hi'],
    };
    new Function('self', 'caches', 'navigator', 'location', 'fetch', 'KEPT', code)(
      self,
      this.#storage,
      { locks: { query: async () => ({ held: held() }) } },
      { origin: ORIGIN },
      this.#fetch,
      kept,
    );
    return { release, handlers };
  }

  async #run({ handlers }: Worker, kind: string): Promise<void> {
    let work: Promise<unknown> = Promise.resolve();
    handlers.get(kind)?.({ waitUntil: (until: Promise<unknown>) => (work = until) });
    await work;
  }

  async ask(path: string, mode = 'cors'): Promise<Response> {
    const request = { method: 'GET', mode, url: ORIGIN + path, destination: '' };
    let answer: Promise<Response> | undefined;
    this.active?.handlers.get('fetch')?.({
      request,
      respondWith: (given: Promise<Response>) => (answer = given),
    });
    return answer ?? this.#fetch(request);
  }

  /** The browser looks for a newer version. Of a worker that is the same, nothing becomes. */
  async update(afterRequests: number, meanwhile: () => Promise<unknown>): Promise<void> {
    const release = this.servers[this.route === 1 ? 1 : 0];
    if ([this.active, this.waiting].some((worker) => worker?.release === release)) return;
    const worker = this.start(release);
    this.installing = worker;
    this.#asked = 0;
    this.network = afterRequests;
    const [installed] = await Promise.allSettled([this.#run(worker, 'install'), meanwhile()]);
    this.network = Number.POSITIVE_INFINITY;
    this.installing = undefined;
    if (installed.status === 'rejected') return;
    this.waiting = worker;
    if (!this.active) await this.use();
  }

  async use(): Promise<void> {
    const next = this.waiting;
    if (!next) return;
    this.waiting = undefined;
    this.active = next;
    await this.#run(next, 'activate');
  }

  async open(isOnline: boolean, isReady: boolean): Promise<void> {
    this.#asked = 0;
    this.network = isOnline ? Number.POSITIVE_INFINITY : 0;
    this.isPortal = false;
    const page = await this.ask('/dashboard', 'navigate').then(
      (response) => response.text(),
      () => null,
    );
    this.network = Number.POSITIVE_INFINITY;
    const release = /data-build="v(\d+)"/.exec(page ?? '')?.[1];
    if (release === undefined) return;
    this.#tabs += 1;
    this.tabs.push({ id: `tab-${this.#tabs}`, release: Number(release), hasLock: isReady });
  }

  /** The files of a release that no cache has. */
  async lacking(release: number): Promise<string[]> {
    const found = namedOf(release).map(async (file) => (await this.#storage.match(file))?.text());
    const texts = await Promise.all(found);
    return namedOf(release).filter((file, place) => texts[place] !== file);
  }
}

const answered = (text: string | undefined) =>
  text === undefined ? undefined : new Response(text, { headers: { 'content-security-policy': 'ours' } });

/** A release that comes after all others. */
const LAST = 100;
const ALL = Number.POSITIVE_INFINITY;

/** What may happen. Each step uses what it needs. */
const step = fc.record({
  kind: fc.constantFrom('deploy', 'route', 'open', 'open', 'lock', 'close', 'update', 'release', 'use'),
  server: fc.constantFrom<0 | 1>(0, 1),
  /** A release may be taken back. */
  by: fc.constantFrom(1, 1, 1, -1),
  to: fc.constantFrom<Phone['route']>(0, 1, 'turns', 'mixed'),
  isOnline: fc.boolean(),
  hasLock: fc.boolean(),
  tab: fc.nat({ max: 3 }),
  requests: fc.constantFrom(ALL, ALL, 0, 3, 6, 9),
  isPortal: fc.boolean(),
  isUsedMeanwhile: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const STEPS: Record<Step['kind'], (phone: Phone, step: Step) => unknown> = {
  deploy: ({ servers }, { server, by }) => {
    servers[server] = Math.max(0, servers[server] + by);
  },
  route: (phone, { to }) => {
    phone.route = to;
  },
  open: (phone, { isOnline, hasLock }) => phone.open(isOnline, hasLock),
  lock: ({ tabs }, { tab }) => tabs.slice(tab, tab + 1).map((one) => Object.assign(one, { hasLock: true })),
  close: ({ tabs }, { tab }) => tabs.splice(tab, 1),
  update: (phone, { requests, isPortal, isUsedMeanwhile }) => {
    phone.isPortal = isPortal;
    return phone.update(requests, async () => isUsedMeanwhile && phone.use());
  },
  release: (phone, one) => {
    phone.servers[0] += 1;
    phone.route = 0;
    return STEPS.update(phone, one);
  },
  use: (phone) => phone.use(),
};

const builds = ({ caches }: Phone) => [...caches.keys()].filter((name) => name.startsWith('grow-build-'));

/** The tabs of which the phone has had every file never lack one. */
async function expectFilesOfTabs(phone: Phone, whole: Set<Tab>): Promise<void> {
  for (const tab of phone.tabs) {
    const lacking = await phone.lacking(tab.release);
    if (whole.has(tab)) expect(lacking, `files of a tab of release ${tab.release}`).toEqual([]);
    if (lacking.length === 0 && phone.caches.has(cacheOf(tab.release))) whole.add(tab);
  }
}

/** Without a network the page is that of the worker's build, and all its files are there. */
async function expectPageWithoutNetwork(phone: Phone): Promise<void> {
  if (!phone.active) return;
  phone.network = 0;
  phone.isPortal = false;
  for (const address of ['/dashboard', '/no-such-address']) {
    const page = await (await phone.ask(address, 'navigate')).text();
    expect(page).toContain(`data-build="${versionOf(phone.active.release)}"`);
  }
  await expect(phone.ask('/readyz', 'navigate'), 'what the server alone answers').rejects.toThrow();
  phone.network = ALL;
  expect(await phone.lacking(phone.active.release)).toEqual([]);
}

/** What an install has left half-filled is gone. */
function expectWholeCaches(phone: Phone): void {
  for (const name of builds(phone)) {
    const files = phone.caches.get(name);
    const named = namedOf(Number(name.slice(cacheOf(0).length - 1)));
    expect(
      named.filter((file) => !files?.has(file)),
      name,
    ).toEqual([]);
  }
}

/** The next release that is used leaves only what a tab shows. */
async function expectUnusedGone(phone: Phone): Promise<void> {
  for (const tab of phone.tabs) tab.hasLock = true;
  phone.servers.fill(LAST);
  phone.route = 0;
  await phone.update(ALL, async () => {});
  await phone.use();
  const wanted = [LAST, ...phone.tabs.map(({ release }) => release)].map(cacheOf);
  expect(builds(phone).filter((name) => !wanted.includes(name))).toEqual([]);
}

test('each tab keeps the files of its build over all releases, the page without a network is whole, and nothing else stays', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const phone = new Phone();
      const whole = new Set<Tab>();
      for (const one of steps) {
        await STEPS[one.kind](phone, one);
        await expectFilesOfTabs(phone, whole);
        await expectPageWithoutNetwork(phone);
        expectWholeCaches(phone);
      }
      await expectUnusedGone(phone);
    }),
    { numRuns: 200 },
  );
}, 60_000);

// The service worker: opens the app without a network. It keeps the files of one build, and for each language a page
// without a visitor. Of the API it keeps only the list of crops, and it keeps no page of a farmer. It is a classic
// script without imports, because some browsers take no module.

/** What the build keeps on the phone (`build/service-worker.ts`). */
interface Kept {
  /** Names the build. */
  version: string;
  /** Files of which the name changes with the content, so that they are loaded once. */
  named: readonly string[];
  /** Files that keep their name, and are asked for again with each build. */
  other: readonly string[];
  /** Answers of the API that are the same for everyone and hardly ever change. They are shown at once, and renewed. */
  answers: readonly string[];
  /** Files that an operator may replace by one elsewhere, which cannot be kept. */
  replaceable: readonly string[];
  languages: readonly string[];
}
declare const KEPT: Kept;
const worker = self as unknown as ServiceWorkerGlobalScope;

const BUILD = 'grow-build-';
const cacheName = BUILD + KEPT.version;
/** Where the app notes the language of its pages: `src/app/offline/service-worker.ts`. */
const LANGUAGE = '/language';

/** How long a page may take before the kept one is shown, ms. */
const PATIENCE_MS = 3_000;
/** Files loaded side by side: the first screen needs the network at the same time. */
const LANES = 3;

const FIND = { ignoreVary: true } as const;
/** The address names the build: while servers are exchanged, another one may answer with the page of another build. */
const shellOf = (language: string) => `/shell/${language}?build=${KEPT.version}`;
const OWN_PAGE = `data-build="${KEPT.version}"`;

worker.addEventListener('install', (event) => event.waitUntil(load()));
worker.addEventListener('activate', (event) => event.waitUntil(begin()));
worker.addEventListener('message', (event) => {
  // The farmer wants the newer version now.
  if (event.data === 'use') event.waitUntil(worker.skipWaiting());
});
worker.addEventListener('fetch', (event) => {
  const { method, mode, url, destination } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') {
    if (isPage(url)) event.respondWith(page(event));
  } else if (KEPT.replaceable.includes(pathname)) {
    event.respondWith(fetch(event.request).catch(async () => (await kept(pathname)) ?? Response.error()));
  } else if (KEPT.answers.includes(pathname)) {
    const fresh = renewed(pathname);
    event.respondWith(kept(pathname).then((found) => found ?? fresh));
    event.waitUntil(fresh.catch(() => {}));
  } else if (KEPT.other.includes(pathname) || (pathname.startsWith('/assets/') && destination !== 'video')) {
    // Also the files of the build before, which another tab may still show.
    event.respondWith(kept(pathname).then((found) => found ?? fetch(event.request)));
  }
});

/** Loads everything, or nothing stays and the browser tries again later: named files then come from its own cache. */
async function load(): Promise<void> {
  const cache = await caches.open(cacheName);
  const shells = KEPT.languages.map(shellOf);
  const waiting = [...shells, ...KEPT.answers, ...KEPT.other, ...KEPT.named];
  const lane = async () => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      // This build was on the phone before, and a tab may show it.
      if (await cache.match(path, FIND)) continue;
      const response = await loaded(path);
      if (shells.includes(path) && !(await response.clone().text()).includes(OWN_PAGE))
        throw new Error(`${path}: a page of another build`);
      await cache.put(path, response);
    }
  };
  const stopped = (error: unknown) => {
    waiting.length = 0;
    return error;
  };
  const lanes = Array.from({ length: LANES }, () => lane().then(() => null, stopped));
  const failed = (await Promise.all(lanes)).find((error) => error !== null);
  if (failed) {
    await caches.delete(cacheName);
    throw failed;
  }
  for (const path of KEPT.replaceable) await renewed(path).catch(() => {});
}

/** Loads a file again, and keeps it. */
async function renewed(path: string): Promise<Response> {
  const [response, cache] = await Promise.all([loaded(path), caches.open(cacheName)]);
  await cache.put(path, response.clone());
  return response;
}

async function loaded(path: string): Promise<Response> {
  const isNamed = KEPT.named.includes(path);
  const response =
    (isNamed && (await kept(path))) || (await fetch(path, isNamed ? {} : { cache: 'no-cache' }));
  const isAnswer = KEPT.answers.includes(path) && response.headers.get('content-type') === 'application/json';
  if (!response.ok || !(isAnswer || isOurs(response))) throw new Error(`${path}: ${response.status}`);
  return response;
}

/** Takes over the open tabs. */
async function begin(): Promise<void> {
  await sweep();
  // The browser then requests a page while this worker starts.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** Removes the builds that no tab shows. Each tab holds a lock that names its build: `src/app/main.tsx`. */
async function sweep(): Promise<void> {
  const { installing, waiting } = worker.registration;
  // The next build is on its way already. It sweeps when its time comes.
  if (installing || waiting) return;
  const { held = [] } = await navigator.locks.query();
  const locks = held.filter(({ name }) => name?.startsWith(BUILD));
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // A tab that still loads may show any of them.
  if (tabs.some(({ id, url }) => isPage(url) && !locks.some(({ clientId }) => clientId === id))) return;
  const shown = [cacheName, ...locks.map(({ name }) => name)];
  const unused = (await caches.keys()).filter((name) => name.startsWith(BUILD) && !shown.includes(name));
  await Promise.all(unused.map((name) => caches.delete(name)));
}

/** Returns the page of an address from the server. If it does not come soon, returns the one that is kept. */
async function page(event: FetchEvent): Promise<Response> {
  const found = Promise.resolve(event.preloadResponse).then(
    (preloaded): Response | Promise<Response> => preloaded ?? fetch(event.request),
  );
  const ours = found.then((response) => (isOurs(response) ? response : Promise.reject(response)));
  try {
    return await Promise.race([ours, tooLate()]);
  } catch {
    return (await shell(new URL(event.request.url)).catch(() => undefined)) ?? found;
  }
}

const tooLate = () => new Promise<never>((_, fail) => setTimeout(fail, PATIENCE_MS));

/** A gateway or a network that wants a sign-in answers with a page of its own, without our policy. */
const isOurs = ({ status, type, headers }: Response) =>
  type === 'opaqueredirect' || (status < 500 && headers.has('content-security-policy'));

/** Returns the kept page in the language of the address, or of the page before. */
async function shell({ searchParams }: URL): Promise<Response | undefined> {
  const linked = searchParams.get('lang')?.split('-', 1)[0];
  const noted = await (await caches.match(LANGUAGE))?.text();
  const known = [linked, noted].find((one) => one && KEPT.languages.includes(one)) ?? KEPT.languages[0];
  return known ? kept(shellOf(known)) : undefined;
}

/** Returns a file of this build, or else of another one that is still kept. */
async function kept(path: string): Promise<Response | undefined> {
  try {
    const own = await caches.open(cacheName);
    return (await own.match(path, FIND)) ?? (await caches.match(path, FIND));
  } catch {
    // The browser's storage is broken. The network may have it.
    return undefined;
  }
}

/** What the server alone answers, and files. Of any other address the app may say that it is unknown. */
const NO_PAGE = /^\/(api|auth|dev-idp|healthz|metrics|readyz)(\/|$)|\./;
const isPage = (url: string) => !NO_PAGE.test(new URL(url).pathname);

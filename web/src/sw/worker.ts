// The service worker: opens the app without a network. It keeps the files of one build, and for each language a page
// without a visitor. It keeps no answer of the API and no page of a farmer. It is a classic script without imports,
// because some browsers take no module.

/** What the build keeps on the phone (`build/service-worker.ts`). */
interface Kept {
  /** Names the build. */
  version: string;
  /** The addresses of the screens. A segment with a leading colon stands for any name. */
  screens: readonly string[];
  /** Files of which the name changes with the content, so that they are loaded once. */
  named: readonly string[];
  /** Files that keep their name, and are asked for again with each build. */
  other: readonly string[];
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
const shellOf = (language: string) => `/shell/${language}`;

worker.addEventListener('install', (event) => event.waitUntil(load()));
worker.addEventListener('activate', (event) => event.waitUntil(begin()));
worker.addEventListener('message', ({ data }) => {
  // The farmer wants the newer version now.
  if (data === 'use') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const { method, mode, url, destination } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') {
    if (KEPT.screens.some((screen) => isAt(screen, pathname))) event.respondWith(page(event));
  } else if (KEPT.replaceable.includes(pathname)) {
    event.respondWith(fetch(event.request).catch(async () => (await kept(pathname)) ?? Response.error()));
  } else if (KEPT.other.includes(pathname) || (pathname.startsWith('/assets/') && destination !== 'video')) {
    // Also the files of the build before, which another tab may still show.
    event.respondWith(kept(pathname).then((found) => found ?? fetch(event.request)));
  }
});

/** Loads everything, or fails: then the browser tries again later, and what is loaded stays. */
async function load(): Promise<void> {
  const cache = await caches.open(cacheName);
  const waiting = [...KEPT.languages.map(shellOf), ...KEPT.other, ...KEPT.named];
  const lane = async () => {
    for (let path = waiting.shift(); path; path = waiting.shift()) await add(cache, path);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  for (const path of KEPT.replaceable) await add(cache, path).catch(() => {});
}

async function add(cache: Cache, path: string): Promise<void> {
  const isNamed = KEPT.named.includes(path);
  const response =
    (isNamed && (await kept(path))) || (await fetch(path, isNamed ? {} : { cache: 'no-cache' }));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  await cache.put(path, response);
}

/** Takes over the open tabs. The build before this one stays for those of them that show it. */
async function begin(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(BUILD) && name !== cacheName);
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)));
  // The browser then requests a page while this worker starts.
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
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

function isAt(screen: string, path: string): boolean {
  const [own, wanted] = [screen, path].map((one) => one.split('/').filter(Boolean));
  if (!own || !wanted || own.length !== wanted.length) return false;
  return own.every((segment, place) => segment.startsWith(':') || segment === wanted[place]);
}

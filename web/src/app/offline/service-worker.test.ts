import { beforeEach, expect, test, vi } from 'vitest';

type Listener = (event?: unknown) => void;

const heard = new Map<string, Listener>();
const listen = (kind: string, listener: Listener) => heard.set(kind, listener);

beforeEach(() => {
  heard.clear();
  vi.resetModules();
  vi.stubEnv('PROD', true);
  vi.stubGlobal('addEventListener', listen);
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: listen,
    removeEventListener: () => {},
  });
});

test('a registration that failed is tried again when there is a network', async () => {
  vi.stubGlobal('caches', {});
  const registration = { waiting: null, active: null, addEventListener: () => {} };
  const register = vi.fn(async () => registration as unknown as ServiceWorkerRegistration);
  register.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  vi.stubGlobal('navigator', {
    serviceWorker: { register, addEventListener: () => {}, removeEventListener: () => {} },
  });
  const { keepApp } = await import('./service-worker');
  const stop = (keepApp as (...told: (() => void)[]) => () => void)(
    () => {},
    () => {},
  );
  await vi.waitFor(() => expect(register).toHaveBeenCalledOnce());
  await Promise.resolve();
  heard.get('online')?.();
  expect(register).toHaveBeenCalledTimes(2);
  await Promise.resolve();
  heard.get('online')?.();
  expect(register).toHaveBeenCalledTimes(2);
  stop();
});

test('a broken storage of the browser fails no file that the network has', async () => {
  vi.stubGlobal('self', { addEventListener: listen });
  vi.stubGlobal('location', { origin: 'https://grow.example' });
  vi.stubGlobal('KEPT', {
    version: '1',
    screens: ['/demand'],
    named: [],
    other: [],
    answers: [],
    replaceable: [],
    languages: ['en'],
  });
  const broken = async () => {
    throw new DOMException('broken', 'UnknownError');
  };
  vi.stubGlobal('caches', { open: broken, match: broken, keys: broken });
  const fetched = new Response('of the network');
  vi.stubGlobal('fetch', async () => fetched);
  const worker = '../../sw/worker.ts';
  await import(worker);
  const asked = async (path: string, mode: string) => {
    const { promise, answer } = answered();
    const request = { method: 'GET', mode, url: `https://grow.example${path}`, destination: 'script' };
    heard.get('fetch')?.({ request, preloadResponse: undefined, respondWith: answer });
    return await promise;
  };
  await expect(asked('/assets/app.js', 'cors')).resolves.toBe(fetched);
  await expect(asked('/demand', 'navigate')).resolves.toBe(fetched);
});

function answered() {
  let answer = (_: Promise<Response>) => {};
  const promise = new Promise<Response>((found) => {
    answer = found;
  });
  return { promise, answer };
}

import { inBackground } from '@/shared/in-background';

/** The one address of a script that the content security policy lets the app make. */
const ADDRESS = '/sw.js';
const POLICY = 'grow-service-worker';

/** The place where the worker looks for the language of the page that it opens: `src/sw/worker.ts`. */
const SETTINGS = 'grow-settings';
const LANGUAGE = '/language';

/** A browser that is never closed asks for a newer version this often, ms. */
const ASK_EVERY_MS = 60 * 60 * 1000;

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string };
}

let trusted: string | undefined;

/** Returns the address as the policy wants it, which is made once. Firefox and Safari have no trusted types. */
function trustedAddress(): string {
  trusted ??= trust();
  return trusted;
}

function trust(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  const rules = {
    createScriptURL: (address: string) => {
      if (address !== ADDRESS) throw new TypeError(`Not the service worker: ${address}`);
      return address;
    },
  };
  return types ? types.createPolicy(POLICY, rules).createScriptURL(ADDRESS) : ADDRESS;
}

let registered: Promise<ServiceWorkerRegistration> | undefined;

/** Whether this browser can open the app without a network. Insecure addresses and the development server cannot. */
export const canOpenOffline = () =>
  import.meta.env.PROD && 'serviceWorker' in navigator && 'caches' in globalThis;

/** The farmer has asked this tab for the newer version. */
let isWanted = false;

/**
 * Registers the service worker. Calls back when a newer version than that of this page is there. If another tab uses it,
 * this one does so, too, unless it is busy. Returns a function that ends the watch.
 */
export function keepApp(isBusy: () => boolean, onNewer: () => void): () => void {
  if (!canOpenOffline()) return () => {};
  let asked = Date.now();
  let isOver = false;
  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    if (!registered) register();
    if (Date.now() - asked < ASK_EVERY_MS) return;
    asked = Date.now();
    inBackground(
      registered?.then((registration) => registration.update()),
      'A newer version is asked for another time',
    );
  };
  const look = (registration: ServiceWorkerRegistration) => {
    // A worker that waits although none is active is the first one, and replaces none.
    if (registration.waiting && registration.active && !isOver) onNewer();
  };
  let isControlled = navigator.serviceWorker.controller !== null;
  const changed = () => {
    // The first worker of this phone takes over the pages that are open.
    if (!isControlled) isControlled = true;
    else if (isWanted || !isBusy()) location.reload();
    else onNewer();
  };
  navigator.serviceWorker.addEventListener('controllerchange', changed);
  const register = () => {
    registered ??= navigator.serviceWorker.register(trustedAddress());
    registered
      .then((registration) => {
        look(registration);
        registration.addEventListener('updatefound', () => {
          const { installing } = registration;
          installing?.addEventListener('statechange', () => look(registration));
        });
      })
      .catch((error: unknown) => {
        // It is tried again when there is a network, or when the farmer looks at the app again.
        registered = undefined;
        console.warn('Grow cannot be kept on this phone', error);
      });
  };
  register();
  addEventListener('online', ask);
  document.addEventListener('visibilitychange', ask);
  return () => {
    isOver = true;
    navigator.serviceWorker.removeEventListener('controllerchange', changed);
    removeEventListener('online', ask);
    document.removeEventListener('visibilitychange', ask);
  };
}

/** Switches to the newest version that is loaded, which another tab may have done before. */
export async function switchToNewer(): Promise<void> {
  isWanted = true;
  const waiting = (await registered)?.waiting;
  if (waiting) waiting.postMessage('use');
  else location.reload();
}

/** Notes the language of the app for the page that opens without a network. */
export async function noteLanguage(language: string): Promise<void> {
  if (!canOpenOffline()) return;
  const settings = await caches.open(SETTINGS);
  await settings.put(LANGUAGE, new Response(language));
}

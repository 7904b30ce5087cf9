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
const canOpenOffline = () => import.meta.env.PROD && 'serviceWorker' in navigator && 'caches' in globalThis;

/**
 * Registers the service worker. When a newer version is loaded, calls back with the function that switches to it.
 * Returns a function that ends the watch.
 */
export function keepApp(onNewer: (use: () => void) => void): () => void {
  if (!canOpenOffline()) return () => {};
  let asked = Date.now();
  let isOver = false;
  const ask = () => {
    if (document.visibilityState !== 'visible') return;
    if (!registered) register();
    if (Date.now() - asked < ASK_EVERY_MS) return;
    asked = Date.now();
    void registered?.then((registration) => registration.update()).catch(() => {});
  };
  const look = (registration: ServiceWorkerRegistration) => {
    const { waiting } = registration;
    // A worker that waits although none is active is the first one, and replaces none.
    if (waiting && registration.active && !isOver) onNewer(() => useNewer(waiting));
  };
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
    removeEventListener('online', ask);
    document.removeEventListener('visibilitychange', ask);
  };
}

/** Switches to the newer version and reloads this tab. Other tabs keep the version that they show. */
function useNewer(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('use');
}

/** Notes the language of the app for the page that opens without a network. */
export async function noteLanguage(language: string): Promise<void> {
  if (!canOpenOffline()) return;
  const settings = await caches.open(SETTINGS);
  await settings.put(LANGUAGE, new Response(language));
}

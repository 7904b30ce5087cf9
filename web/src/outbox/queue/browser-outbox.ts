import { serverNow } from '@/shared/api/server-time';
import { database } from '@/shared/storage/database';
import { sharedText } from '@/shared/storage/kept-text';
import { type News, Outbox } from './outbox';
import { queueIn, queueInAny } from './queue';
import { steadyNow } from './saved-at';

/** `randomUUID` exists only in secure contexts. A phone in the village network may use plain HTTP. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

let inPage: string | null = null;

/** Whether all saved entries survive a reload. */
export const isLasting = () => inPage === null;

/** Older browsers and insecure contexts have no locks. Tabs that send side by side are harmless: a key counts once. */
async function alone(work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request('grow-outbox', work);
  else await work();
}

let opened: BroadcastChannel | null = null;

/** Opens the channel on first use. Null if the browser has none or refuses it. */
function channel(): BroadcastChannel | null {
  try {
    opened ??= new BroadcastChannel('grow-outbox');
  } catch {
    // Without a channel, a tab reads the queue when it becomes visible.
  }
  return opened;
}

/** The writes that a form of this tab awaits. The form shows their outcome itself. */
export const foregroundKeys = new Set<string>();

/** The writes of this phone, shared by its tabs. */
export const outbox = new Outbox({
  queue: queueInAny(queueIn(database), sharedText('writes'), {
    get: () => inPage,
    set: (text) => {
      inPage = text;
    },
  }),
  alone,
  now: serverNow,
  steady: steadyNow,
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  newKey,
  tell: (news) => channel()?.postMessage(news),
});

/** Sends what waits when the network may be back, and hears other tabs. Returns a function that ends it. */
export function followOccasions(): () => void {
  const kick = () => {
    if (document.visibilityState === 'visible') outbox.kick();
  };
  const hear = ({ data }: MessageEvent<News>) => outbox.heard(data);
  channel()?.addEventListener('message', hear);
  addEventListener('online', kick);
  document.addEventListener('visibilitychange', kick);
  return () => {
    channel()?.removeEventListener('message', hear);
    removeEventListener('online', kick);
    document.removeEventListener('visibilitychange', kick);
  };
}

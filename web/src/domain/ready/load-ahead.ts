import { isPassing } from '@/shared/api/problem';
import { isPersisted } from '@/shared/api/query-client';
import { inBackground } from '@/shared/in-background';
import { type Need, needsOf, type ReadAhead } from './needs';

/** What is this old is read again, ms: once a day. */
const RENEWED_AFTER_MS = 24 * 60 * 60 * 1000;
/** A screen that comes or changes asks for its own answers first, ms. */
const AGAIN_AFTER_MS = 4_000;
/** Requests side by side: the screen may need the network at the same time. */
const LANES = 2;
/** After so many answers that another time may bring, the rest is left for it, too. */
const MOST_MISSED = 3;

/**
 * Reads what the screens of the farmer need, so that they open without a network: at once, and
 * again when the farmer looks at the app, the network is back, or a change has made answers untrue. Returns a
 * function that ends it.
 */
export function loadAhead(reader: ReadAhead): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isRunning = false;
  const canRun = () => !isOver && navigator.onLine && document.visibilityState === 'visible';

  const run = async () => {
    if (isRunning || !canRun()) return;
    isRunning = true;
    try {
      await read(reader, canRun);
    } catch (error) {
      console.warn('The screens are made ready another time', error);
    } finally {
      isRunning = false;
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(run, AGAIN_AFTER_MS);
  };
  const stop = reader.client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'setState' || !isPersisted(event.query)) return;
    if (event.action.state === event.query.resetState) soon();
  });
  document.addEventListener('visibilitychange', soon);
  addEventListener('online', soon);
  inBackground(run(), 'The screens are made ready another time');
  return () => {
    isOver = true;
    stop();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', soon);
    removeEventListener('online', soon);
  };
}

async function read(reader: ReadAhead, canRun: () => boolean): Promise<void> {
  const tried = new Set<string>();
  let missed = 0;
  const load = async (need: Need) => {
    tried.add(need.name);
    try {
      await need.load();
    } catch (error) {
      if (isPassing(error)) missed += 1;
      if (missed === MOST_MISSED) throw error;
    }
  };
  // The record and the advice, which come first, name further ones.
  for (;;) {
    const ages = await reader.answers.ages();
    const isDue = ({ name, isShown }: Need) =>
      !tried.has(name) && !isShown() && Date.now() - (ages.get(name) ?? 0) >= RENEWED_AFTER_MS;
    const due = (await needsOf(reader)).filter(isDue);
    const next = due.filter(({ part }) => part === due[0]?.part);
    if (next.length === 0) return;
    const lane = async () => {
      for (let need = next.shift(); need && canRun(); need = next.shift()) await load(need);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (!canRun()) return;
  }
}

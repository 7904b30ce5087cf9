import { deviceText } from '../storage/kept-text';

/** A smaller difference may be the latency of the answer, ms. */
const RIGHT_MS = 2 * 60_000;

const kept = deviceText('clock-ahead');

/** How far the phone's clock is ahead of the server's, ms. It is kept for the days without a network. */
let ahead = Number(kept.get()) || 0;

const listeners = new Set<() => void>();

/** Calls the listener when the clock turns out to be wrong, or right again. Returns a function that stops it. */
export function whenTimeHeard(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notes the time of an answer, unless a cache may have stored it. */
export function hearAnswer(headers: Headers): void {
  if (headers.get('cache-control') === 'no-store') hearTime(headers.get('date'));
}

/** Notes the `Date` of an answer. */
export function hearTime(date: string | null): void {
  const told = Date.now() - Date.parse(date ?? '');
  if (Number.isNaN(told)) return;
  const next = Math.abs(told) < RIGHT_MS ? 0 : told;
  if (next === ahead) return;
  ahead = next;
  kept.set(next === 0 ? null : String(next));
  for (const listener of listeners) listener();
}

/** The phone's time corrected by the server's, ms. Clocks of cheap phones are days or years off. */
export const serverNow = () => Date.now() - ahead;

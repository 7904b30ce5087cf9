import * as v from 'valibot';

const CHANNEL = 'grow-auth';

const authMessage = v.variant('type', [
  /** A sign-in window was opened. */
  v.object({ type: v.literal('started') }),
  v.object({ type: v.literal('signed-in') }),
  v.object({ type: v.literal('signed-out') }),
  v.object({ type: v.literal('error'), code: v.string() }),
]);
export type AuthMessage = v.InferOutput<typeof authMessage>;

export const canHearPopups = () => typeof BroadcastChannel !== 'undefined';

type Listener = (message: AuthMessage) => void;

/** One for the page: it hears every other page of this browser, but not itself. */
let channel: BroadcastChannel | undefined;
const listeners = new Set<Listener>();

function open(): BroadcastChannel | undefined {
  if (!channel && canHearPopups()) {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = (event) => {
      const message = v.safeParse(authMessage, event.data);
      if (message.success) for (const listener of listeners) listener(message.output);
    };
  }
  return channel;
}

/** Hears the sign-in popup and the other tabs. Anything malformed is ignored. */
export function onAuthMessage(listener: Listener): () => void {
  open();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellOtherTabs(message: AuthMessage): void {
  open()?.postMessage(message);
}

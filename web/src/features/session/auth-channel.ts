import * as v from 'valibot';

const CHANNEL = 'grow-auth';

const authMessage = v.variant('type', [
  /** Another sign-in window was opened. */
  v.object({ type: v.literal('started') }),
  v.object({ type: v.literal('signed-in') }),
  v.object({ type: v.literal('signed-out') }),
  /** The server has ended a session: refetch it. */
  v.object({ type: v.literal('ended') }),
  v.object({ type: v.literal('error'), code: v.string() }),
]);
export type AuthMessage = v.InferOutput<typeof authMessage>;

type Listener = (message: AuthMessage) => void;

/** One channel for the page. It receives messages of other pages, not its own. */
let channel: BroadcastChannel | undefined;
const listeners = new Set<Listener>();

/** Undefined where the browser has no channels, or refuses them. */
function open(): BroadcastChannel | undefined {
  if (channel) return channel;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    return undefined;
  }
  channel.onmessage = (event) => {
    const message = v.safeParse(authMessage, event.data);
    if (message.success) for (const listener of listeners) listener(message.output);
  };
  return channel;
}

export const canHearPopups = () => open() !== undefined;

/** Listens to the sign-in popup and to other tabs. Ignores malformed messages. */
export function onAuthMessage(listener: Listener): () => void {
  open();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellOtherTabs(message: AuthMessage): void {
  open()?.postMessage(message);
}

import * as v from 'valibot';

const CHANNEL = 'grow-auth';

const authMessage = v.variant('type', [
  v.object({ type: v.literal('signed-in') }),
  v.object({ type: v.literal('signed-out') }),
  v.object({ type: v.literal('error'), code: v.string() }),
]);
export type AuthMessage = v.InferOutput<typeof authMessage>;

export const canHearPopups = () => typeof BroadcastChannel !== 'undefined';

/** Hears the sign-in popup and other tabs of the same browser. Anything malformed is ignored. */
export function onAuthMessage(listener: (message: AuthMessage) => void): () => void {
  if (!canHearPopups()) return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = (event) => {
    const message = v.safeParse(authMessage, event.data);
    if (message.success) listener(message.output);
  };
  return () => channel.close();
}

export function tellOtherTabs(message: AuthMessage): void {
  if (!canHearPopups()) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

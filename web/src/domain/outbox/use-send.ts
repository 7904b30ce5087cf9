import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { askForConsent } from '@/domain/consent/ask-for-consent';
import { ApiError } from '@/shared/api/problem';
import { apiOf, farmerOf } from '@/shared/api/query-client';
import { outbox } from '@/shared/outbox/browser-outbox';
import { errorOf } from '@/shared/outbox/entry';
import { type AnswerOf, type Kind, NewerRecord, send, type WriteOf } from '@/shared/outbox/writes';

/** What became of a write: the server has answered, or it is kept on the phone and sent later. */
export type Sent<Answer> = { isKept: false; answer: Answer } | { isKept: true };

/** The longest that a farmer waits for an answer before the write is said to be kept, ms. */
const PATIENCE_MS = 10_000;

/** The writes that a form waits for: it tells itself what becomes of them. */
const awaited = new Set<string>();
export const isAwaited = (key: string) => awaited.has(key);

const CONSENT_REQUIRED = 'consent-required';

/**
 * Returns a function that keeps a write on the phone and sends it. If consent is missing, it shows the notice and
 * sends after 'I agree'. It rejects if the server refuses the write, if the farmer does not agree, or if the write can
 * neither be kept nor sent: then nothing is saved. It rejects with `NewerRecord` if the record was changed elsewhere.
 */
export function useSend(): <K extends Kind>(write: WriteOf<K>) => Promise<Sent<AnswerOf<K>>> {
  const client = useQueryClient();
  return useCallback((write) => sent(client, write), [client]);
}

/** Sends a write of the client's farmer. */
export async function sent<K extends Kind>(
  client: QueryClient,
  write: WriteOf<K>,
): Promise<Sent<AnswerOf<K>>> {
  const farmer = farmerOf(client) ?? '';
  outbox.attend({ farmer, api: apiOf(client) });
  const key = await outbox.save(farmer, write).catch((error: unknown) => {
    console.warn('Nothing can be kept on this phone', error);
    return null;
  });
  if (key === null) return { isKept: false, answer: await sentUnkept(client, write) };
  awaited.add(key);
  try {
    return await outcome(client, farmer, key);
  } finally {
    awaited.delete(key);
  }
}

async function outcome<K extends Kind>(
  client: QueryClient,
  farmer: string,
  key: string,
): Promise<Sent<AnswerOf<K>>> {
  for (;;) {
    const state = await outbox.settled(farmer, key, PATIENCE_MS);
    switch (state?.name) {
      case 'answered':
        return { isKept: false, answer: state.answer as AnswerOf<K> };
      case 'consent':
        if (await askForConsent(client)) {
          await outbox.agreed(farmer);
          continue;
        }
        await outbox.drop(farmer, key);
        throw new ApiError(CONSENT_REQUIRED, 403, '');
      case 'parked':
        // The form has it, and shows why.
        await outbox.drop(farmer, key);
        throw errorOf(state.problem);
      case 'newer':
        await outbox.drop(farmer, key);
        throw new NewerRecord(state.record);
      default:
        return { isKept: true };
    }
  }
}

/** Where the browser keeps nothing, a write is sent once, while the farmer waits. */
async function sentUnkept<K extends Kind>(client: QueryClient, write: WriteOf<K>): Promise<AnswerOf<K>> {
  const sending = {
    api: apiOf(client),
    key: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    enteredAt: new Date().toISOString(),
    // Nothing that is not sent yet can be named.
    idOf: (named: { id: string } | { key: string }) => ('id' in named ? named.id : ''),
    revisions: [],
  };
  try {
    return await send(write, sending);
  } catch (error) {
    const isAsked = error instanceof ApiError && error.type === CONSENT_REQUIRED;
    if (!isAsked || !(await askForConsent(client))) throw error;
    return await send(write, sending);
  }
}

/** Said instead of the success of a form. */
export const keptNotice = () => t`Kept on this phone, not sent yet.`;

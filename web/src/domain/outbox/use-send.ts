import { t } from '@lingui/core/macro';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import * as v from 'valibot';
import { useHistoryState } from 'wouter/use-browser-location';
import { askForConsent } from '@/domain/consent/ask-for-consent';
import { consentQuery, isConsentMissing } from '@/domain/consent/queries';
import { consentMissing, withConsent } from '@/domain/consent/use-with-consent';
import { apiOf, endOf, farmerOf } from '@/shared/api/query-client';
import { awaited, newKey, outbox } from '@/shared/outbox/browser-outbox';
import { type Entry, errorOf } from '@/shared/outbox/entry';
import {
  type AnswerOf,
  type Kind,
  type Named,
  NewerRecord,
  needsConsent,
  send,
  type WriteOf,
} from '@/shared/outbox/writes';
import { followAnswer } from './follow-answers';

/**
 * What became of a write: the server has answered, or it is kept on the phone and sent later. `shown` resolves when the
 * farmer's lists show the answer.
 */
export type Sent<Answer> = { isKept: false; answer: Answer; shown: Promise<void> } | { isKept: true };

/** The longest that a farmer waits for an answer before the write is said to be kept, ms. */
const PATIENCE_MS = 10_000;

/** Time in ms for which a known consent counts as fresh. If it is wrong, the server refuses the write. */
const KNOWN_MS = 60_000;

/**
 * Returns a function that keeps a write on the phone and sends it. If consent is missing, it shows the notice and
 * sends after 'I agree'. It rejects if the server refuses the write, if the farmer does not agree, or if the write can
 * neither be kept nor sent: then nothing is saved. It rejects with `NewerRecord` if the record was changed elsewhere.
 */
export function useSend(): <K extends Kind>(write: WriteOf<K>) => Promise<Sent<AnswerOf<K>>> {
  const client = useQueryClient();
  const replaces = replacedIn(useHistoryState());
  // Known in advance, the notice comes before anything is sent that the server would refuse.
  useQuery({ ...consentQuery, staleTime: KNOWN_MS });
  return useCallback(
    async (write) => {
      const outcome = await sent(client, write);
      if (replaces !== null) await outbox.replaced(farmerOf(client) ?? '', replaces, write.kind);
      return outcome;
    },
    [client, replaces],
  );
}

/** The state of a form's address, if the form was opened to change a refused write. */
export const replacing = (key: string) => ({ replaces: key });

const replacedIn = (state: unknown) => {
  const { success, output } = v.safeParse(v.object({ replaces: v.string() }), state);
  return success ? output.replaces : null;
};

/** Sends a write of the client's farmer. */
export async function sent<K extends Kind>(
  client: QueryClient,
  write: WriteOf<K>,
): Promise<Sent<AnswerOf<K>>> {
  const farmer = farmerOf(client) ?? '';
  outbox.attend({ farmer, api: apiOf(client) });
  const first = isConsentMissing(client) && needsConsent(write) ? 'consent' : 'waiting';
  const key = newKey();
  awaited.add(key);
  try {
    const isKept = await outbox.save(farmer, key, write, first).then(
      () => true,
      (error: unknown) => {
        console.warn('Nothing can be kept on this phone', error);
        return false;
      },
    );
    // From the first sowing on, the browser should not delete what it keeps when the phone is full.
    if (isKept && write.kind === 'sow') void navigator.storage?.persist?.().catch(() => {});
    return isKept
      ? await outcome(client, farmer, key, write.kind as K)
      : await sentUnkept(client, key, write);
  } finally {
    awaited.delete(key);
  }
}

async function outcome<K extends Kind>(
  client: QueryClient,
  farmer: string,
  key: string,
  kind: K,
): Promise<Sent<AnswerOf<K>>> {
  for (;;) {
    // It is kept, even if the phone cannot tell now what became of it.
    const state = await outbox.settled(farmer, key, PATIENCE_MS).catch(() => undefined);
    switch (state?.name) {
      case 'answered':
        return answered(client, kind, state.answer as AnswerOf<K>, await outbox.entries(farmer));
      case 'consent':
        if (await askForConsent(client)) {
          await outbox.agreed(farmer);
          continue;
        }
        await outbox.drop(farmer, key);
        throw consentMissing();
      case 'parked':
        // The form has it, and shows why.
        await outbox.drop(farmer, key);
        throw errorOf(state.problem);
      case 'newer':
        await outbox.drop(farmer, key);
        throw new NewerRecord(state.record);
      default:
        if (outbox.isSignedOut) await ended(endOf(client));
        return { isKept: true };
    }
  }
}

/** Waits until the screens know that the session is lost. */
const ended = (end: AbortSignal) =>
  new Promise<void>((over) => {
    if (end.aborted) over();
    end.addEventListener('abort', () => over());
    setTimeout(over, PATIENCE_MS);
  });

/** Where the browser keeps nothing, a write is sent once, while the farmer waits. */
async function sentUnkept<K extends Kind>(
  client: QueryClient,
  key: string,
  write: WriteOf<K>,
): Promise<Sent<AnswerOf<K>>> {
  // Nothing that is not sent yet can be named.
  const idOf = (named: Named) => ('id' in named ? named.id : '');
  const answer = await withConsent(client, (api) =>
    send(write, { api, key, secondsAgo: 0, idOf, records: [] }),
  );
  return answered(client, write.kind as K, answer, []);
}

function answered<K extends Kind>(
  client: QueryClient,
  kind: K,
  answer: AnswerOf<K>,
  all: readonly Entry[],
): Sent<AnswerOf<K>> {
  return { isKept: false, answer, shown: followAnswer(client, kind, answer, all) };
}

/** Said instead of the success of a form. */
export const keptNotice = () => t`Kept on this phone, not sent yet.`;

import { t } from '@lingui/core/macro';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import * as v from 'valibot';
import { useHistoryState } from 'wouter/use-browser-location';
import { askForConsent } from '@/domain/consent/ask-for-consent';
import { consentQuery, isConsentMissing } from '@/domain/consent/queries';
import { consentMissing } from '@/domain/consent/use-with-consent';
import { foregroundKeys, isLasting, newKey, outbox } from '@/outbox/queue/browser-outbox';
import { entriesChanged, showEntry } from '@/outbox/queue/entries';
import { type Entry, errorOf, type State } from '@/outbox/queue/entry';
import { NewerRecord } from '@/outbox/queue/send';
import { type AnswerOf, type Kind, needsConsent, type Write, type WriteOf } from '@/outbox/queue/writes';
import { apiOf, endOf, farmerOf } from '@/shared/api/query-client';
import { serverNow } from '@/shared/api/server-time';
import { draftIsSaved } from '@/shared/forms/use-draft';
import { inBackground } from '@/shared/in-background';
import { followAnswer } from './follow-answers';

/**
 * What became of a write: the server has answered, or it is kept on the phone and sent later. `shown` resolves when the
 * farmer's lists show the answer.
 */
export type Sent<Answer> = { isQueued: false; answer: Answer; shown: Promise<void> } | { isQueued: true };

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
  outbox.ensureSender({ farmer, api: apiOf(client) });
  const first = isConsentMissing(client) && needsConsent(write) ? 'consent' : 'waiting';
  const key = newKey();
  foregroundKeys.add(key);
  showEntry(client, provisional(farmer, key, write, first));
  try {
    await outbox.save(farmer, key, write, first);
    // From the first sowing on, the browser should not delete what it keeps when the phone is full.
    if (write.kind === 'sow')
      inBackground(navigator.storage?.persist?.(), 'The browser does not promise to keep');
    // The write replaces the draft of the form.
    const typeAgain = draftIsSaved();
    return await outcome(client, farmer, key, write.kind as K).catch((error: unknown) => {
      typeAgain();
      throw error;
    });
  } finally {
    foregroundKeys.delete(key);
    inBackground(entriesChanged(client), 'The list of what waits is not renewed');
  }
}

/** The entry as it is shown until the phone has kept it. */
const provisional = (farmer: string, key: string, write: Write, name: 'waiting' | 'consent'): Entry => ({
  order: Number.POSITIVE_INFINITY,
  key,
  farmer,
  at: serverNow(),
  write,
  tried: false,
  state: { name },
});

async function outcome<K extends Kind>(
  client: QueryClient,
  farmer: string,
  key: string,
  kind: K,
): Promise<Sent<AnswerOf<K>>> {
  for (;;) {
    // The write is stored, even if its state cannot be read now.
    const state = await outbox.settled(farmer, key, PATIENCE_MS).catch(() => undefined);
    if (state?.name === 'answered') {
      const answer = state.answer as AnswerOf<K>;
      return { isQueued: false, answer, shown: followAnswer(client, kind, answer) };
    }
    const hasAgreed = state?.name === 'consent' ? await agreement(client) : null;
    if (hasAgreed) {
      await outbox.agreed(farmer);
      continue;
    }
    const refusal = hasAgreed === false ? consentMissing() : refusalIn(state);
    if (refusal === null) return kept(client);
    // The form shows the refusal, unless another tab has resent the write.
    if (await outbox.drop(farmer, key)) throw refusal;
  }
}

async function kept(client: QueryClient): Promise<{ isQueued: true }> {
  if (outbox.isSignedOut) await ended(endOf(client));
  return { isQueued: true };
}

/**
 * Asks for the consent. Null if the notice cannot be shown now, or its answer is not known: it is asked for again where
 * what waits is listed.
 */
async function agreement(client: QueryClient): Promise<boolean | null> {
  try {
    return await askForConsent(client);
  } catch (error) {
    if (endOf(client).aborted) throw error;
    return null;
  }
}

function refusalIn(state: State | undefined): Error | null {
  if (state?.name === 'parked') return errorOf(state.problem);
  return state?.name === 'newer' ? new NewerRecord(state.record) : null;
}

/** Waits until the screens know that the session is lost. */
const ended = (end: AbortSignal) =>
  new Promise<void>((over) => {
    if (end.aborted) over();
    end.addEventListener('abort', () => over());
    setTimeout(over, PATIENCE_MS);
  });

/** Said instead of the success of a form. */
export const keptNotice = () =>
  isLasting()
    ? t`Kept on this phone, not sent yet.`
    : t`Not sent yet. Leave this page open until it is sent: this browser keeps nothing.`;

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, localProblem } from '../api/problem';
import { consentQuery } from '../consent/privacy-queries';

const CONSENT_REQUIRED = 'consent-required';
/** How long an answer about consent is taken for today's; a write that it misjudges is refused by the server. */
const KNOWN_MS = 60_000;

/**
 * Does a write that needs the farmer's agreement. Where that is missing, the notice is shown, and the write is done after 'I
 * agree'; after 'Not now' nothing is saved, and the error says why.
 */
export type WithConsent = <Answer>(write: () => Promise<Answer>) => Promise<Answer>;

/** Asks the server whether the farmer agrees, so that the notice comes before a write that would be refused. */
export function useWithConsent(): WithConsent {
  const client = useQueryClient();
  useQuery({ ...consentQuery, staleTime: KNOWN_MS });
  return useCallback(
    async (write) => {
      if (client.getQueryData(consentQuery.queryKey)?.is_given === false) await obtainConsent(client);
      try {
        return await write();
      } catch (error) {
        // What was known is older than this answer, or nothing was.
        if (!(error instanceof ApiError && error.type === CONSENT_REQUIRED)) throw error;
        await obtainConsent(client);
        return await write();
      }
    },
    [client],
  );
}

async function obtainConsent(client: QueryClient): Promise<void> {
  if (!(await askForConsent()))
    throw new ApiError(CONSENT_REQUIRED, 403, (await consentParts()).refusal(), null);
  client.setQueryData(consentQuery.queryKey, { is_given: true, last: null });
  void client.invalidateQueries({ queryKey: consentQuery.queryKey });
}

/** Shows the notice; true once the farmer has agreed to it. */
export const askForConsent = async (): Promise<boolean> => (await consentParts()).ask();

/** The notice and its sentences come when they are first needed. */
async function consentParts() {
  try {
    const parts = await import('../consent');
    await parts.consentSentences();
    return parts;
  } catch {
    throw localProblem('network');
  }
}

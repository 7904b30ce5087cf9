import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Api } from '../api/client';
import { ApiError, localProblem } from '../api/problem';
import { apiOf } from '../api/query-client';
import { ChunkError, loadChunk } from '../ui/chunk';
import { consentChanged, consentQuery } from './queries';

const CONSENT_REQUIRED = 'consent-required';
/** How long an answer about consent is taken for today's; a write that it misjudges is refused by the server. */
const KNOWN_MS = 60_000;

/**
 * Does a write that needs the farmer's agreement. Where that is missing, the notice is shown, and the write is done after 'I
 * agree'; after 'Not now' nothing is saved, and the error says why. However long it waits, it is done in the name of the
 * farmer on whose screen it begins.
 */
export type WithConsent = <Answer>(write: (api: Api) => Promise<Answer>) => Promise<Answer>;

/** Asks the server whether the farmer agrees, so that the notice comes before a write that would be refused. */
export function useWithConsent(): WithConsent {
  const client = useQueryClient();
  useQuery({ ...consentQuery, staleTime: KNOWN_MS });
  return useCallback(
    async (write) => {
      const api = apiOf(client);
      if (client.getQueryData(consentQuery.queryKey)?.is_given === false) await obtainConsent(client);
      try {
        return await write(api);
      } catch (error) {
        // What was known is older than this answer, or nothing was.
        if (!(error instanceof ApiError && error.type === CONSENT_REQUIRED)) throw error;
        await obtainConsent(client);
        return await write(api);
      }
    },
    [client],
  );
}

async function obtainConsent(client: QueryClient): Promise<void> {
  if (!(await askForConsent(client)))
    throw new ApiError(CONSENT_REQUIRED, 403, (await consentParts()).refusal(), null);
}

/** Shows the notice; true once the farmer has agreed to it. */
export async function askForConsent(client: QueryClient): Promise<boolean> {
  const agreed = await (await consentParts()).ask(client);
  if (agreed) void consentChanged(client, true);
  return agreed;
}

/** The notice comes when it is first needed. */
async function consentParts() {
  try {
    return await loadChunk(() => import('./ask'));
  } catch (error) {
    throw localProblem(error instanceof ChunkError && !error.isOffline ? 'internal' : 'network');
  }
}

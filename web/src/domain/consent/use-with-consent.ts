import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Api } from '@/shared/api/client';
import { ApiError, localProblem } from '@/shared/api/problem';
import { apiOf } from '@/shared/api/query-client';
import { ChunkError, loadChunk } from '@/shared/ui/chunk';
import { consentChanged, consentQuery } from './queries';

const CONSENT_REQUIRED = 'consent-required';
/** Time in ms for which a cached consent counts as fresh. If it is wrong, the server refuses the write. */
const KNOWN_MS = 60_000;

/**
 * Runs a write that needs the farmer's consent. If consent is missing, shows the notice and writes after 'I
 * agree'. After 'Not now' it rejects, and nothing is saved. The write always uses the API client of the
 * farmer on whose screen it began.
 */
export type WithConsent = <Answer>(write: (api: Api) => Promise<Answer>) => Promise<Answer>;

/** Fetches the consent in advance, so that the notice comes before a write that the server would refuse. */
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
        // The cached consent was out of date or missing.
        if (!(error instanceof ApiError && error.type === CONSENT_REQUIRED)) throw error;
        await obtainConsent(client);
        return await write(api);
      }
    },
    [client],
  );
}

async function obtainConsent(client: QueryClient): Promise<void> {
  if (!(await askForConsent(client))) throw new ApiError(CONSENT_REQUIRED, 403, '');
}

/** Shows the notice. Returns true after the farmer has agreed. */
export async function askForConsent(client: QueryClient): Promise<boolean> {
  const agreed = await (await consentParts()).ask(client);
  if (agreed) void consentChanged(client, true);
  return agreed;
}

/** Loads the notice dialog on first use. */
async function consentParts() {
  try {
    return await loadChunk(() => import('./notice-dialog'));
  } catch (error) {
    throw localProblem(error instanceof ChunkError && !error.isOffline ? 'internal' : 'network');
  }
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Api } from '../api/client';
import { ApiError, localProblem } from '../api/problem';
import { apiOf } from '../api/query-client';
import { ChunkError, loadChunk } from '../ui/chunk';

type Write<Answer> = (api: Api) => Promise<Answer>;

/**
 * Does writes that need the farmer's agreement, in the name of the farmer on whose screen they begin, however long they wait.
 * Where the agreement is missing, the notice is shown, and after 'I agree' the very same write is done again; after 'Not now'
 * nothing is saved, and the error says why.
 */
export function useWithConsent(): <Answer>(write: Write<Answer>) => Promise<Answer> {
  const client = useQueryClient();
  return useCallback((write) => withConsent(client, write), [client]);
}

async function withConsent<Answer>(client: QueryClient, write: Write<Answer>): Promise<Answer> {
  const api = apiOf(client);
  try {
    return await write(api);
  } catch (error) {
    if (!(error instanceof ApiError && error.type === 'consent-required')) throw error;
    if (await askForConsent(client)) return await write(api);
    throw new ApiError(error.type, error.status, (await consentParts()).refusal(), null);
  }
}

/** Shows the notice; true once the farmer has agreed to it. */
export const askForConsent = async (client: QueryClient): Promise<boolean> =>
  (await consentParts()).ask(client);

/** The notice comes when it is first needed. */
async function consentParts() {
  try {
    return await loadChunk(() => import('./ask'));
  } catch (error) {
    throw localProblem(error instanceof ChunkError && !error.isOffline ? 'internal' : 'network');
  }
}

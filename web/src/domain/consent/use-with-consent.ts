import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Api } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { apiOf } from '@/shared/api/query-client';
import { askForConsent } from './ask-for-consent';

export const consentMissing = () => new ApiError('consent-required', 403, '');

const isOfConsent = (error: unknown) => error instanceof ApiError && error.type === consentMissing().type;

/**
 * Runs a call that needs the farmer's consent. If consent is missing, shows the notice and calls again after 'I
 * agree'. After 'Not now' it rejects, and nothing is saved. It always uses the API client of the farmer on whose
 * screen it began.
 */
export async function withConsent<Answer>(
  client: QueryClient,
  call: (api: Api) => Promise<Answer>,
): Promise<Answer> {
  const api = apiOf(client);
  try {
    return await call(api);
  } catch (error) {
    if (!isOfConsent(error) || !(await askForConsent(client))) throw error;
    return await call(api);
  }
}

/** Returns `withConsent` of the farmer in the current context. */
export function useWithConsent(): <Answer>(call: (api: Api) => Promise<Answer>) => Promise<Answer> {
  const client = useQueryClient();
  return useCallback((call) => withConsent(client, call), [client]);
}

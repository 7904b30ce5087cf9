import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Api } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { apiOf } from '@/shared/api/query-client';
import { askForConsent } from './ask-for-consent';

const CONSENT_REQUIRED = 'consent-required';

/**
 * Runs a call that needs the farmer's consent. If consent is missing, shows the notice and calls again after 'I
 * agree'. After 'Not now' it rejects, and nothing is saved. It always uses the API client of the farmer on whose
 * screen it began.
 */
export type WithConsent = <Answer>(call: (api: Api) => Promise<Answer>) => Promise<Answer>;

export function useWithConsent(): WithConsent {
  const client = useQueryClient();
  return useCallback(
    async (call) => {
      const api = apiOf(client);
      try {
        return await call(api);
      } catch (error) {
        if (!(error instanceof ApiError && error.type === CONSENT_REQUIRED)) throw error;
        if (!(await askForConsent(client))) throw error;
        return await call(api);
      }
    },
    [client],
  );
}

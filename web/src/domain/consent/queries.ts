import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { type Api, read } from '@/shared/api/client';
import { ownKey, recommendationsKey } from '@/shared/api/queries';
import { keptQuery } from '@/shared/api/query-client';
import { inBackground } from '@/shared/in-background';

const privacyNotice = v.object({
  version: v.number(),
  language: v.string(),
  title: v.string(),
  in_short: v.array(v.string()),
  introduction: v.array(v.string()),
  items: v.array(v.object({ what: v.string(), why: v.string(), how_long: v.string() })),
  rights: v.array(v.object({ name: v.string(), how: v.string() })),
  withdrawal: v.string(),
  complaint: v.string(),
  grievance_contact: v.nullish(v.string(), null),
});
export type PrivacyNotice = v.InferOutput<typeof privacyNotice>;

/** Key prefix of the notice in all languages. */
export const noticeKey = ['privacy-notice'] as const;

export const noticeQuery = (lang: string) =>
  keptQuery([...noticeKey, lang], privacyNotice, (api, signal) =>
    api.GET('/api/v1/privacy-notice', { signal, params: { query: { lang } } }),
  );

const consentState = v.object({
  is_given: v.boolean(),
  last: v.nullish(v.object({ language: v.string(), given_at: v.string() }), null),
});
export type ConsentState = v.InferOutput<typeof consentState>;

export const consentQuery = keptQuery([...ownKey, 'consent'], consentState, (api, signal) =>
  api.GET('/api/v1/me/consent', { signal }),
);

/** Records the consent to a version of the notice. */
export const agreeTo = (api: Api, { version, language }: PrivacyNotice): Promise<ConsentState> =>
  read(api.PUT('/api/v1/me/consent', { body: { version, language } }), consentState);

/** Updates the cached consent and refetches everything that depends on it. */
export async function consentChanged(client: QueryClient, isGiven: boolean): Promise<void> {
  client.setQueryData(consentQuery.queryKey, (known) => ({ last: null, ...known, is_given: isGiven }));
  inBackground(client.resetQueries({ queryKey: recommendationsKey }), 'The recommendations are not renewed');
  await client.invalidateQueries({ queryKey: consentQuery.queryKey });
}

/** Whether it is known that the farmer has not agreed to the notice. */
export const isConsentMissing = (client: QueryClient) =>
  client.getQueryData(consentQuery.queryKey)?.is_given === false;

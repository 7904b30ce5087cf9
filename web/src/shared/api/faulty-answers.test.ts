import type { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { placesQuery } from '@/features/record/places';
import { ownSessionsQuery } from '@/features/session/own-sessions';
import { type Api, done, read } from './client';
import { cropsQuery } from './crops';
import { cropByStateQuery, demandSourcesQuery } from './demand-details';
import { knownCropRecommendationsQuery } from './known-crops';
import { problemMessage } from './problem-sentences';
import { demandQuery, regionDemandQuery, sessionQuery, signInQuery } from './queries';
import { apiOf, createQueryClient } from './query-client';
import { farmerRecord, recordQuery } from './record';
import { regionsQuery } from './regions';
import { soilClimateQuery } from './soil-climate';
import { sowingsQuery } from './sowings';

const UNREADABLE =
  "The server's answer could not be read. If your network asks you to sign in, do that first, then try again.";
const TAKEN = 'It was taken for an answer.';
const ID = { path: { id: '0198c5a0-0000-7000-8000-000000000000' } };
const NO_CONNECTION = 'No connection. Check your network and try again.';

const html = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'text/html' } });
const problem = (type: string, status: number) =>
  Response.json({ type, title: type, detail: '' }, { status });
const brokenOff = () =>
  new ReadableStream({
    start: (body) => {
      body.enqueue(new TextEncoder().encode('{"items":['));
      body.error(new TypeError('network error'));
    },
  });

/** Faulty answers, and the message that the farmer reads. */
const FAULTS: readonly [string, () => Promise<Response>, string][] = [
  ['500', async () => html('oops', 500), 'Something went wrong on our side. Please try again.'],
  ['a page of 404', async () => html('<h1>gone</h1>', 404), UNREADABLE],
  ['511 of a network that wants a sign-in', async () => html('<h1>portal</h1>', 511), UNREADABLE],
  [
    '429',
    async () => problem('too-many-requests', 429),
    'Very many requests came from here. Please wait a moment and try again.',
  ],
  [
    '503 of the store',
    async () => problem('unavailable', 503),
    'Our store cannot be reached right now. Please try again in a moment.',
  ],
  [
    'a type that nobody knows',
    async () => problem('of-its-own', 418),
    'Something went wrong. Please try again.',
  ],
  ['an answer that breaks off', async () => new Response(brokenOff()), NO_CONNECTION],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), NO_CONNECTION],
];

/** Faults that only an answer with a body can have. */
const UNREADABLE_BODIES: readonly [string, () => Promise<Response>, string][] = [
  ['the page of a portal', async () => html('<h1>portal</h1>'), UNREADABLE],
  ['half a body', async () => new Response('{"items":['), UNREADABLE],
  ['nothing', async () => new Response(''), UNREADABLE],
  ['null', async () => Response.json(null), UNREADABLE],
  [
    'another shape',
    async () => Response.json({ crops: [{ crop: 'paddy' }], items: 'many', summary: null, user: 1 }),
    UNREADABLE,
  ],
];

const READS: readonly [string, (client: QueryClient) => Promise<unknown>][] = [
  ['the session', (client) => client.fetchQuery({ ...sessionQuery, retry: false })],
  ['where to sign in', (client) => client.fetchQuery({ ...signInQuery, retry: false })],
  ['the demand of India', (client) => client.fetchQuery({ ...demandQuery, retry: false })],
  ['the demand of a state', (client) => client.fetchQuery({ ...regionDemandQuery('IN-TN'), retry: false })],
  [
    'the sources of the demand',
    (client) => client.fetchQuery({ ...demandSourcesQuery('IN', 'en'), retry: false }),
  ],
  ['a crop in every state', (client) => client.fetchQuery({ ...cropByStateQuery('onion'), retry: false })],
  ['the regions', (client) => client.fetchQuery({ ...regionsQuery, retry: false })],
  ['the record', (client) => client.fetchQuery({ ...recordQuery, retry: false })],
  ['the sessions', (client) => client.fetchQuery({ ...ownSessionsQuery, retry: false })],
  ['the known crops', (client) => client.fetchQuery({ ...knownCropRecommendationsQuery, retry: false })],
  ['the crops of soil and climate', (client) => client.fetchQuery({ ...soilClimateQuery, retry: false })],
  ['the sowings', (client) => client.fetchInfiniteQuery({ ...sowingsQuery, retry: false })],
  ['the crops', (client) => client.fetchQuery({ ...cropsQuery, retry: false })],
  ['the places', (client) => client.fetchQuery(placesQuery('Ero', 'en'))],
];

afterEach(() => {
  vi.unstubAllGlobals();
});

async function reasonOf(given: () => Promise<Response>, call: (client: QueryClient) => Promise<unknown>) {
  vi.stubGlobal('fetch', given);
  return call(createQueryClient('meena')).then(
    () => TAKEN,
    (error: unknown) => problemMessage(error),
  );
}

for (const [what, given, reason] of [...FAULTS, ...UNREADABLE_BODIES]) {
  test.each(READS)(`%s: ${what} instead of an answer is said in words`, async (_, read) => {
    expect(await reasonOf(given, read)).toBe(reason);
  });
}

const portal = async () => html('<h1>Sign in to this network</h1>');

/** Writes whose success has no body. A page in place of the answer would otherwise count as done. */
const ENDS: readonly [string, (api: Api) => Promise<void>][] = [
  ['signed out', (api) => done(api.DELETE('/api/v1/session'))],
  ['erased', (api) => done(api.DELETE('/api/v1/me', { body: { confirmation: 'DELETE' } }))],
  ['a withdrawn sowing', (api) => done(api.DELETE('/api/v1/me/sowings/{id}', { params: ID }))],
  ['a withdrawn consent', (api) => done(api.DELETE('/api/v1/me/consent'))],
  ['a dropped plan', (api) => done(api.DELETE('/api/v1/me/intentions/{id}', { params: ID }))],
  ['an ended session', (api) => done(api.DELETE('/api/v1/me/sessions/{id}', { params: ID }))],
  ['the end of all other sessions', (api) => done(api.DELETE('/api/v1/me/sessions'))],
  ['a kept record', (api) => done(api.POST('/api/v1/me/imported-record', { body: {} }))],
  ['an erased record', (api) => done(api.DELETE('/api/v1/me/imported-record'))],
  ['a kept language', (api) => done(api.PUT('/api/v1/me/language', { body: { language: 'ta' } }))],
];

test.each(ENDS)('the page of a portal does not count as %s, and 204 does', async (_, end) => {
  const call = (client: QueryClient) => end(apiOf(client));
  expect(await reasonOf(portal, call)).toBe(UNREADABLE);
  expect(await reasonOf(async () => Response.json({}), call)).toBe(UNREADABLE);
  expect(await reasonOf(async () => new Response(null, { status: 204 }), call)).toBe(TAKEN);
});

test.each(FAULTS)('a save: %s instead of an answer is said in words', async (_, given, reason) => {
  const body = { n: 40, p: 20, k: 30 };
  const save = (client: QueryClient) => read(apiOf(client).PUT('/api/v1/me/npk', { body }), farmerRecord);
  expect(await reasonOf(given, save)).toBe(reason);
});

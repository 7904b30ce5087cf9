import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { cropEntryQuery } from '@/shared/api/crop-entry';
import { createQueryClient } from '@/shared/api/query-client';
import { problem, server } from '@/testing/server';
import { loadAhead } from './load-ahead';

const answers = {
  ages: async () => new Map<string, number>(),
  read: async () => undefined,
  write: async () => {},
  forget: async () => {},
};

const entriesAsked = () => server.askedFor('GET /api/v1/crops/{name}').map(({ parts }) => parts[0]);

function reads() {
  for (const other of ['demand/sources', 'privacy-notice', 'demand/calendar'] as const)
    server.answer(`GET /api/v1/${other}`, problem(404, 'not-found'));
  const client = createQueryClient('farmer');
  const begin = () => loadAhead({ client, answers: answers as never, language: 'en', isSparing: false });
  return { client, begin };
}

test('an answer that does not come holds up no other', async () => {
  server.answer('GET /api/v1/crops/{name}', problem(400, 'invalid'));
  const end = reads().begin();
  await expect.poll(() => new Set(entriesAsked()).size).toBe(16);
  end();
});

test('what a screen shows, it reads itself', async () => {
  server.answer('GET /api/v1/crops/{name}', problem(400, 'invalid'));
  const { client, begin } = reads();
  const stop = new QueryObserver(client, cropEntryQuery('paddy', 'en')).subscribe(() => {});
  await expect.poll(entriesAsked).toEqual(['paddy']);
  const end = begin();
  await expect.poll(() => entriesAsked().length).toBeGreaterThan(2);
  expect(entriesAsked().filter((crop) => crop === 'paddy')).toEqual(['paddy']);
  end();
  stop();
});

import { QueryObserver } from '@tanstack/react-query';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { localProblem } from '@/shared/api/problem';
import { createQueryClient, keptAs } from '@/shared/api/query-client';
import { StalenessStore } from './staleness';

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});

test('what cannot be read stays unknown while it is asked for again, until it comes', async () => {
  const client = createQueryClient('meena');
  const known = new StalenessStore(client);
  const told: boolean[] = [];
  const stop = known.follow(() => told.push(known.read().isUnknown));
  const read = vi.fn(async () => {
    throw localProblem('network');
  });
  const meta = keptAs(v.array(v.unknown()));
  const observer = new QueryObserver(client, { queryKey: ['sowings'], queryFn: read, retry: false, meta });
  const end = observer.subscribe(() => {});
  await vi.waitFor(() => expect(known.read().isUnknown).toBe(true));
  told.length = 0;
  await observer.refetch();
  await observer.refetch();
  expect(read).toHaveBeenCalledTimes(3);
  expect(new Set(told), 'announced once').toEqual(new Set([true]));
  client.setQueryData(['sowings'], []);
  expect(known.read().isUnknown).toBe(false);
  end();
  stop();
});

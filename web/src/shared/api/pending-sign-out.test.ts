import { beforeEach, expect, test, vi } from 'vitest';
import { isSignOutPending, noteSignOut } from './pending-sign-out';
import { sessionQuery } from './queries';
import { createQueryClient } from './query-client';

const USER = { id: 'meena', display_name: 'Meena Devi', photo_url: null, email: 'meena@example.in' };

/** The server still has the session until it hears of the sign-out. */
let isSignedIn: boolean;
let isOnline: boolean;
let asked: string[];

beforeEach(() => {
  [isSignedIn, isOnline, asked] = [true, false, []];
  vi.stubGlobal('fetch', async (address: string, { method, headers }: RequestInit) => {
    if (!isOnline) throw new TypeError('Failed to fetch');
    asked.push(`${method} ${address} ${new Headers(headers).get('grow-farmer') ?? ''}`.trim());
    if (method === 'DELETE') {
      isSignedIn = false;
      return new Response(null, { status: 204 });
    }
    return Response.json({ user: isSignedIn ? USER : null });
  });
});

const session = () => createQueryClient(null).fetchQuery({ ...sessionQuery, retry: false });

test('a sign-out without a network is kept, nobody is signed in meanwhile, and it is done before anything is asked', async () => {
  noteSignOut('meena');
  await expect(session()).resolves.toEqual({ user: null, ended: 'left' });
  expect(isSignOutPending()).toBe(true);
  isOnline = true;
  await expect(session()).resolves.toEqual({ user: null });
  expect(asked).toEqual(['DELETE /api/v1/session meena', 'GET /api/v1/session']);
  expect(isSignOutPending()).toBe(false);
  isSignedIn = true;
  await expect(session()).resolves.toMatchObject({ user: { id: 'meena' } });
});

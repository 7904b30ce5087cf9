import { expect, test } from 'vitest';
import { localProblem } from '@/shared/api/problem';
import { type Access, decide } from './guard';
import { routeOf, routes } from './routes';

const user = { id: 'a', display_name: 'Meena Devi', photo_url: null, email: 'meena@example.org' };
const retry = () => {};
const access = (path: string): Access => routeOf(path)?.access;

const signedOut = (path: string, ended?: 'lost' | 'left') =>
  decide({
    path,
    access: access(path),
    session: { status: 'signed-out', ...(ended && { ended }) },
    returnPath: null,
  });
const signedIn = (path: string, returnPath: string | null = null) =>
  decide({ path, access: access(path), session: { status: 'signed-in', user }, returnPath });

test.each(['/ppt', '/login', '/demand'])('signed out, %s is shown', (path) => {
  expect(signedOut(path)).toEqual({ kind: 'show' });
});

test.each(['/', '/dashboard', '/npk', '/crop-detail/paddy', '/nowhere', '/a/b/c'])(
  'signed out, %s leads to /demand',
  (path) => {
    expect(signedOut(path)).toEqual({ kind: 'go', to: '/demand', remember: null });
  },
);

test.each([
  ['//demand', '/demand'],
  ['/crop-detail//paddy', '/crop-detail/paddy'],
  ['///', '/'],
])('%s leads to %s, whoever opens it', (path, to) => {
  expect([signedOut(path), signedIn(path)]).toEqual(
    Array.from({ length: 2 }, () => ({ kind: 'go', to, remember: null })),
  );
});

test('a guarded screen that loses its user leads to /login and is remembered', () => {
  expect(signedOut('/npk', 'lost')).toEqual({ kind: 'go', to: '/login', remember: '/npk' });
});

test('Sign Out leads to /login and nothing is remembered', () => {
  expect(signedOut('/npk', 'left')).toEqual({ kind: 'go', to: '/login', remember: null });
});

test.each(['/', '/login', '/nowhere'])('signed in, %s leads to /dashboard', (path) => {
  expect(signedIn(path)).toEqual({ kind: 'go', to: '/dashboard', remember: null });
});

test('after signing in again the way leads back to where the farmer was', () => {
  expect(signedIn('/login', '/npk')).toEqual({ kind: 'go', to: '/npk', remember: null });
});

test.each(routes.filter((one) => one.path !== '/login').map((one) => one.path))(
  'signed in, %s is shown',
  (path) => {
    expect(signedIn(path)).toEqual({ kind: 'show' });
  },
);

test('the guard waits while the session is unresolved', () => {
  expect(
    decide({ path: '/npk', access: 'signed-in', session: { status: 'resolving' }, returnPath: null }),
  ).toEqual({ kind: 'wait' });
});

test('a server out of reach leaves the public screens open and asks for a retry elsewhere', () => {
  const error = localProblem('network');
  const session = { status: 'unreachable', error, retry } as const;
  expect(decide({ path: '/demand', access: 'public', session, returnPath: null })).toEqual({ kind: 'show' });
  expect(decide({ path: '/npk', access: 'signed-in', session, returnPath: null })).toEqual({
    kind: 'unreachable',
    error,
    retry,
  });
});

test('a path belongs to one screen, whatever crop it names', () => {
  expect(routeOf('/crop-detail/red%20gram')?.path).toBe('/crop-detail/:cropName');
  expect(routeOf('/crop-detail')).toBeUndefined();
  expect(routeOf('/npk/')?.path).toBe('/npk');
});

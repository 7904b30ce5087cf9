import { expect, test } from 'vitest';
import { withEnd } from './queries';

const user = { id: 'a', display_name: 'Meena Devi', photo_url: null, email: 'meena@example.org' };

test('a session that was there and is gone is lost', () => {
  expect(withEnd({ user }, { user: null })).toEqual({ user: null, ended: 'lost' });
});

test('a session stays lost, or left, until someone signs in', () => {
  expect(withEnd({ user: null, ended: 'lost' }, { user: null })).toEqual({ user: null, ended: 'lost' });
  expect(withEnd({ user }, { user: null, ended: 'left' })).toEqual({ user: null, ended: 'left' });
  expect(withEnd({ user: null, ended: 'left' }, { user: null })).toEqual({ user: null, ended: 'left' });
  expect(withEnd({ user: null, ended: 'left' }, { user })).toEqual({ user });
});

test('a guest who never signed in has no lost session', () => {
  expect(withEnd(undefined, { user: null })).toEqual({ user: null });
  expect(withEnd({ user: null }, { user: null })).toEqual({ user: null });
});

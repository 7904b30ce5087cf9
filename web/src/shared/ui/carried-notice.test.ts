import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { carriedNotice, carryNotice, dropCarriedNotice, SHOWN_MS } from './carried-notice';

let saved: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  saved = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => saved.set(key, value),
    removeItem: (key: string) => saved.delete(key),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a notice reaches the next document of the tab, once', () => {
  carryNotice('NPK updated successfully!');
  expect(carriedNotice()).toEqual(['NPK updated successfully!']);
  expect(carriedNotice()).toBeNull();
});

test('the detail of a notice is carried with it', () => {
  carryNotice('Place updated successfully!', 'Erode, Tamil Nadu');
  expect(carriedNotice()).toEqual(['Place updated successfully!', 'Erode, Tamil Nadu']);
});

test('a notice that was closed or has grown old is not shown again', () => {
  carryNotice('NPK updated successfully!');
  dropCarriedNotice();
  expect(carriedNotice()).toBeNull();
  carryNotice('NPK updated successfully!');
  vi.advanceTimersByTime(SHOWN_MS);
  expect(carriedNotice()).toBeNull();
});

test('garbage in the storage, or no storage, is no notice', () => {
  saved.set('grow-notice', '{"a":1}');
  expect(carriedNotice()).toBeNull();
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new Error('denied');
    },
  });
  expect(carriedNotice()).toBeNull();
});

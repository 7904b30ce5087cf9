import { afterEach, expect, test, vi } from 'vitest';
import { shareCard } from './card-tools';

const writeText = vi.fn(async () => undefined);

function browser(share: (() => Promise<void>) | undefined, clipboard: unknown) {
  vi.stubGlobal('location', { origin: 'https://grow.example' });
  vi.stubGlobal('navigator', { share, clipboard });
}

afterEach(() => {
  vi.unstubAllGlobals();
  writeText.mockClear();
});

test('a card is handed to another app with the address of the entry', async () => {
  const share = vi.fn(async () => undefined);
  browser(share, { writeText });
  expect(await shareCard('blackGram', 'Sow until 15 July.')).toBe('shared');
  expect(share).toHaveBeenCalledWith({
    title: 'Black gram',
    text: 'Sow until 15 July.',
    url: 'https://grow.example/crop-detail/blackGram',
  });
});

test('closing the list of apps copies nothing', async () => {
  browser(() => Promise.reject(new DOMException('closed', 'AbortError')), { writeText });
  expect(await shareCard('ragi', 'text')).toBe('shared');
  expect(writeText).not.toHaveBeenCalled();
});

test.each([
  ['without a list of apps', undefined],
  ['where the list fails', () => Promise.reject(new Error('failed'))],
])('%s the card is copied', async (_, share) => {
  browser(share, { writeText });
  expect(await shareCard('ragi', 'Sow today.')).toBe('copied');
  expect(writeText).toHaveBeenCalledWith('Sow today.\nhttps://grow.example/crop-detail/ragi');
});

test('a browser that lets nothing out says so', async () => {
  browser(undefined, undefined);
  expect(await shareCard('ragi', 'text')).toBe('refused');
});

import { beforeEach, expect, test, vi } from 'vitest';
import { ownKey } from '@/shared/api/queries';
import { createQueryClient } from '@/shared/api/query-client';
import { inBackground } from '@/shared/in-background';
import { chooseLanguage } from './choose-language';

const page = { documentElement: { lang: 'en' }, cookie: '' };

beforeEach(() => {
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'https:', origin: 'https://grow.example' });
  // The choice is never answered.
  const sent = vi.fn(() => new Promise<Response>(() => {}));
  vi.stubGlobal('fetch', sent);
  return () => vi.unstubAllGlobals();
});

test('own answers come anew in the chosen language, even if the record never keeps it', async () => {
  const client = createQueryClient('a');
  const cookies: string[] = [];
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async () => {
    cookies.push(page.cookie);
  });
  inBackground(chooseLanguage('en', client), 'It is never answered');
  await vi.waitFor(() =>
    expect(client.invalidateQueries).toHaveBeenCalledExactlyOnceWith({ queryKey: ownKey }),
  );
  expect(cookies[0]).toContain('grow_language=en');
});

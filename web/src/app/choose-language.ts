import type { QueryClient } from '@tanstack/react-query';
import { done } from '@/shared/api/client';
import { ownKey } from '@/shared/api/queries';
import { apiOf } from '@/shared/api/query-client';
import { keepLanguage } from '@/shared/i18n/kept-language';
import { showLanguage } from '@/shared/i18n/show-language';

/**
 * Shows the app in another language and keeps the choice: in this browser and, for a farmer who has agreed to the
 * notice, on the record.
 */
export async function chooseLanguage(
  language: string,
  client: QueryClient,
  isSignedIn: boolean,
): Promise<void> {
  if (!(await showLanguage(language))) return;
  keepLanguage(language);
  if (!isSignedIn) return;
  // Own answers have texts in the language of the cookie, which wins over the record: they need not wait for it.
  void client.invalidateQueries({ queryKey: ownKey });
  // Without an agreement the server refuses, and the choice stays in the browser. The same without a network.
  await done(apiOf(client).PUT('/api/v1/me/language', { body: { language } })).catch((error: unknown) =>
    console.warn('The language is kept in this browser only', error),
  );
}

import type { QueryClient } from '@tanstack/react-query';
import { ownKey } from '@/shared/api/queries';
import { farmerOf } from '@/shared/api/query-client';
import { keepLanguage } from '@/shared/i18n/kept-language';
import { showLanguage } from '@/shared/i18n/show-language';
import { inBackground } from '@/shared/in-background';

/**
 * Shows the app in another language and keeps the choice: in this browser and, for a farmer who has agreed to the
 * notice, on the record.
 */
export async function chooseLanguage(language: string, client: QueryClient): Promise<void> {
  if (!(await showLanguage(language))) return;
  keepLanguage(language);
  const farmer = farmerOf(client);
  if (farmer === null) return;
  // Own answers have texts in the language of the cookie, which wins over the record: they need not wait for it.
  inBackground(client.invalidateQueries({ queryKey: ownKey }), 'Own answers stay in the former language');
  // Without an agreement the server refuses, and the choice stays in the browser.
  try {
    const { newKey, outbox } = await import('@/outbox/queue/browser-outbox');
    await outbox.save(farmer, newKey(), { kind: 'language', body: { language } });
  } catch (error) {
    console.warn('The language is kept in this browser only', error);
  }
}

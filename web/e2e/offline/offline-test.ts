import type { Page } from '@playwright/test';
import { noticeNetwork } from '../answers';
import { agree, test as base, expect, type Farmer, settled, signIn, walkTo } from '../grow-test';
import { SowPage } from '../pages/sow-page';
import { type Link, startLink } from './link';
import { newPhone, type Phone } from './phone';

export const KEPT = 'Kept on this phone, not sent yet.';

/** Tests with the real binary behind a proxy that they cut. */
export const test = base.extend<{ phone: Phone; isReset: undefined }, { link: Link }>({
  link: [
    async ({ settings }, use) => {
      const link = await startLink(settings);
      await use(link);
      await link.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ link }, use) => use(link.url),
  // A fixture, because a hook of a shared module runs for one file only.
  isReset: [
    async ({ link }, use) => {
      link.reset();
      await use(undefined);
    },
    { auto: true },
  ],
  phone: async ({ link }, use) => {
    const phone = await newPhone(link.url);
    await use(phone);
    await phone.discard();
  },
});

/** Signs in, opens the screens for sowing, and fills in the form. */
export async function enter(page: Page, farmer: Farmer): Promise<SowPage> {
  await signIn(page, farmer);
  await agree(page);
  await page.goto('/my-sowing');
  await settled(page);
  for (const path of ['/dashboard', '/add']) {
    await walkTo(page, path);
    await settled(page);
  }
  const form = new SowPage(page);
  await form.crop.selectOption({ label: 'MAIZE' });
  await form.fieldSize.fill('2');
  return form;
}

/** Saves the sowing where it cannot be sent. */
export async function keep(page: Page, form: SowPage): Promise<void> {
  await form.submit.click();
  await expect(page.getByRole('status').getByText(KEPT)).toBeVisible();
}

/** Saves the sowing where no answer comes. Needs the clock of the page: a farmer waits ten seconds for an answer. */
export async function keepUnanswered(page: Page, form: SowPage): Promise<void> {
  await form.submit.click();
  await expect(async () => {
    await page.clock.fastForward(3_000);
    await expect(page.getByRole('status').getByText(KEPT)).toBeVisible({ timeout: 250 });
  }).toPass({ intervals: [50] });
}

/** Signs in and keeps a sowing of 2 hectares of maize on a phone without a network. */
export async function keepOffline(page: Page, farmer: Farmer, link: Link): Promise<void> {
  const form = await enter(page, farmer);
  link.turn('cut');
  await keep(page, form);
}

/** The network is back, and the phone notices it. */
export async function heal(page: Page, link: Link): Promise<void> {
  link.turn('working');
  await noticeNetwork(page);
}

/** What the server has recorded of the signed-in farmer, the oldest first. */
export async function recorded(page: Page): Promise<string[]> {
  const answer = await page.request.get('/api/v1/me/sowings');
  return ((await answer.json()) as { items: { crop: string }[] }).items.map(({ crop }) => crop).reverse();
}

export const unsent = (page: Page) =>
  page.getByRole('region', { name: 'Not sent yet' }).getByRole('listitem');

export const noNetwork = (page: Page) => page.getByRole('status').filter({ hasText: 'No network' });

/** Waits until the app is on the phone: its worker has everything, and serves this page. */
export async function appKept(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        return active?.state === 'activated' && navigator.serviceWorker.controller !== null;
      }),
    )
    .toBe(true);
}

/** The questions of which this phone keeps the answer. */
export const kept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((found) => {
        const opening = indexedDB.open('grow');
        opening.onerror = () => found([]);
        // The app has not made it yet.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onsuccess = () => {
          const keys = opening.result.transaction('answers').objectStore('answers').getAllKeys();
          keys.onsuccess = () => {
            opening.result.close();
            found(keys.result.map((one) => String((one as string[])[1])));
          };
        };
      }),
  );

/** Waits until the answer to a question is kept on the phone; its key begins with these words. */
export async function answerKept(page: Page, ...key: string[]): Promise<void> {
  const start = JSON.stringify(key).slice(0, -1);
  const isThere = async () => (await kept(page)).some((one) => one.startsWith(start));
  await expect.poll(isThere, key.join(' ')).toBe(true);
}

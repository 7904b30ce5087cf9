import type { Page } from '@playwright/test';

/** Holds back answers until the returned function is called. */
export async function holdBack(page: Page, address: string, method = 'GET'): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((release) => {
    letGo = release;
  });
  await page.route(address, async (route) => {
    if (route.request().method() === method) await held;
    await route.continue();
  });
  return letGo;
}

/** Overrides fields of the user in the session answer. */
export const describeFarmer = (page: Page, told: Record<string, unknown>) =>
  page.route('**/api/v1/session', async (route) => {
    const answer = await route.fetch();
    const { user } = await answer.json();
    await route.fulfill({ json: { user: { ...user, ...told } } });
  });

/** Makes the app refetch the session, as when a farmer returns to the tab. */
export const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')));

/** The phone notices that there is a network, and sends what waits. By itself it tries again after some seconds. */
export const noticeNetwork = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')));

/** What a farmer reads when a network answers in place of Grow, and what they can do. */
export const NETWORK_SIGN_IN =
  "The server's answer could not be read. If your network asks you to sign in, do that first, then try again.";

/** Answers with the page that a network shows before somebody has signed in to it. Returns how to stop it. */
export async function networkWantsSignIn(page: Page, address: string, method: string) {
  await page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill({ contentType: 'text/html', body: '<h1>Sign in to this network</h1>' })
      : route.fallback(),
  );
  return () => page.unroute(address);
}

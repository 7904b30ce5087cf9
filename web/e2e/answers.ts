import type { Page } from '@playwright/test';

/** Holds the answers of an address back until the function that it gives is called. */
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

/** Answers who is signed in as the server does, but for what is told about the farmer. */
export const describeFarmer = (page: Page, told: Record<string, unknown>) =>
  page.route('**/api/v1/session', async (route) => {
    const answer = await route.fetch();
    const { user } = await answer.json();
    await route.fulfill({ json: { user: { ...user, ...told } } });
  });

/** Lets the browser ask anew who is signed in, as it does when a farmer comes back to the tab. */
export const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('visibilitychange')));

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GrowServer, startGrow } from './grow-server';
import { expect, test } from './grow-test';

test('the slides can be opened on their own', async ({ page }) => {
  await page.goto('/ppt');
  await page.getByRole('link', { name: 'Open the slides on their own' }).click();
  await expect(page.getByRole('heading', { name: 'Grow' })).toBeVisible();
  // Until its script runs, the deck shows all slides, and hears no key.
  const title = page.getByRole('heading', { level: 2 }).locator('visible=true');
  await expect(title).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(title).toHaveText('The trouble with good advice');
});

test.describe("an operator's own slides and logo", () => {
  let host: Server;
  let grow: GrowServer;

  test.beforeAll(async () => {
    host = createServer((request, response) => {
      if (request.url === '/logo.svg') {
        response.setHeader('content-type', 'image/svg+xml');
        response.end('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"/>');
      } else {
        response.setHeader('content-type', 'text/html');
        response.end('<h1>A state department of agriculture</h1>');
      }
    });
    await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    grow = await startGrow({ GROW_SLIDES_URL: `${address}/deck`, GROW_LOGO_URL: `${address}/logo.svg` });
  });

  test.afterAll(async () => {
    await grow.stop();
    host.close();
  });

  test('are shown in the page', async ({ page }) => {
    await page.goto(`${grow.url}/ppt`);
    const title = page.frameLocator('iframe').getByRole('heading', { level: 1 });
    await expect(title).toHaveText('A state department of agriculture');
    const logo = page.getByRole('banner').getByRole('img', { name: 'Logo' });
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(90);
    await page.getByRole('link', { name: 'Open the slides on their own' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A state department of agriculture');
  });
});

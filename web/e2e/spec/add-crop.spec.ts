import type { Page } from '@playwright/test';
import { expect, test } from '../grow-test';
import { SowPage } from '../pages/sow-page';

test('Navigation after adding a crop is the same as for NPK', async ({ signedIn: page, context }) => {
  await page.goto('/my-sowing');
  await page.getByRole('link', { name: 'Sow Crop' }).click();
  const sowOnce = async (where: Page) => {
    const sow = new SowPage(where);
    await sow.crop.selectOption('RAGI');
    await sow.fieldSize.fill('0.02');
    await sow.submit.click();
  };
  await sowOnce(page);
  await expect(page).toHaveURL('/my-sowing');

  const fresh = await context.newPage();
  await fresh.goto('/add');
  await sowOnce(fresh);
  await expect(fresh).toHaveURL('/dashboard');
});

import { expect, type Page } from '@playwright/test';
import { agree, ON_FIRST_OF_JULY, signIn, test } from './grow-test';
import { YourField } from './pages/your-field';
import { BOTH_STORES } from './tags';

test.use({ settings: ON_FIRST_OF_JULY });

interface Advised {
  crop: string;
  planned_tonnes: number;
  met_tonnes: number;
}

async function livesInErode(page: Page) {
  await page.request.put('/api/v1/me/place', { data: { place: 'Erode' } });
  for (const crop of ['groundnut', 'maize']) {
    await page.request.put(`/api/v1/me/known-crops/${crop}`, { data: {} });
  }
}

async function advised(page: Page): Promise<Advised[]> {
  return (await (await page.request.get('/api/v1/me/advice')).json()).advice;
}

test(
  'a farmer of Erode is advised on 1 July, plans it, and the plan becomes a sowing',
  BOTH_STORES,
  async ({ signedIn: page, farmer, browser, baseURL }) => {
    await livesInErode(page);
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /^See why/ }).click();
    await expect(page).toHaveURL('/advice');
    // Asked once, with one tap; the advice is then for such a field.
    await page.getByRole('button', { name: 'Once or twice', exact: true }).click();
    await expect(page.getByText('For a field that you can water once or twice.')).toBeVisible();
    await page.reload();
    await new YourField(page).open();
    await expect(page.getByRole('button', { name: 'Change: Water' })).toBeVisible();
    const [advice] = await advised(page);
    const crop = advice?.crop ?? '';
    const first = page
      .getByRole('region')
      .filter({ has: page.getByRole('button', { name: 'I plan to sow this' }) })
      .first();
    await expect(first.getByText(/^Sow until \d+ \w+ – \d+ days left$/)).toBeVisible();
    await first.getByRole('button', { name: /^More about it/ }).click();
    await expect(first.getByText(/^Neighbours sow it on \d+ of 100 ha$/)).toBeVisible();
    await first.getByRole('button', { name: /^How to sow it/ }).click();
    await expect(first.getByText('If the rain fails')).toBeVisible();

    await first.getByRole('button', { name: 'I plan to sow this' }).click();
    const dialog = page.getByRole('dialog', { name: /^Plan to sow/ });
    await dialog.getByLabel('In your unit').fill('100');
    await dialog.getByRole('button', { name: 'I plan this' }).click();
    const own = page.getByRole('region', { name: 'You plan' });
    await expect(own).toBeVisible();

    // Neighbours with such water are drawn other crops, too; one of them soon is shown this one.
    const neighbours = await browser.newContext({ ...(baseURL && { baseURL }) });
    const neighbour = await neighbours.newPage();
    let tried = 0;
    await expect
      .poll(async () => {
        tried += 1;
        await neighbours.clearCookies();
        await signIn(neighbour, { name: 'Neighbour', email: `${tried}-of-${farmer.email}` });
        await agree(neighbour);
        await livesInErode(neighbour);
        await neighbour.request.put('/api/v1/me/water', { data: { water: 'once_or_twice' } });
        return (await advised(neighbour)).find((shown) => shown.crop === crop)?.planned_tonnes ?? 0;
      })
      .toBeGreaterThan(0);
    await neighbours.close();

    const met = async () => {
      const { crops } = await (await page.request.get('/api/v1/demand')).json();
      return Number(crops.find((row: { crop: string }) => row.crop === crop).met_tonnes);
    };
    const [plan] = (await (await page.request.get('/api/v1/me/intentions')).json()).items;
    const before = await met();
    await own.getByRole('button', { name: /^I have sown it/ }).click();
    const sown = page.getByRole('dialog', { name: /^You have sown/ });
    await sown.getByRole('button', { name: 'Save the sowing' }).click();
    await expect(own).toBeHidden();
    expect(Math.round((await met()) * 1000)).toBe(Math.round(before * 1000) + plan.expected_yield_kg);
    await page.goto('/my-sowing');
    await expect(page.getByText(/^Harvest from \d+ \w+/)).toBeVisible();
  },
);

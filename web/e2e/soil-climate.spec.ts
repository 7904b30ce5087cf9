import type { Page } from '@playwright/test';
import { expect, test } from './grow-test';
import { SoilClimateTable } from './pages/crop-table';
import { SowPage } from './pages/sow-page';

async function savePlace(page: Page, place: string): Promise<void> {
  await page.goto('/place');
  await page.getByLabel('Place').fill(place);
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expect(page).toHaveURL('/dashboard');
}

async function saveNpk(page: Page, npk: readonly [number, number, number]): Promise<void> {
  await page.goto('/npk');
  for (const [index, label] of ['Nitrogen (N)', 'Phosphorus (P)', 'Potassium (K)'].entries()) {
    await page.getByLabel(label).fill(String(npk[index]));
  }
  await page.getByRole('button', { name: 'Update NPK' }).click();
  await expect(page).toHaveURL('/dashboard');
}

/** Returns crops and probabilities from top to bottom. */
async function ranking(table: SoilClimateTable): Promise<[string, number][]> {
  await table.rows.first().waitFor();
  const ranked: [string, number][] = [];
  for (const crop of await table.crops()) ranked.push([crop, await table.figure(crop, 'Probability')]);
  return ranked;
}

test('a farmer of Erode with 180, 30, 250 sees a ranked table with reasons', async ({ signedIn: page }) => {
  await savePlace(page, 'Erode');
  await saveNpk(page, [180, 30, 250]);
  await page.goto('/rec-sc');
  const table = new SoilClimateTable(page);
  const ranked = await ranking(table);
  const probabilities = ranked.map(([, probability]) => probability);
  await expect(
    page.getByText(/^These are the shares that farmers of Erode, Tamil Nadu grow,.* Your own soil is taken/),
  ).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(String(ranked.length));
  expect(probabilities.every((one) => one >= 0.1 && one < 1)).toBe(true);
  expect(probabilities).toEqual([...probabilities].sort((a, b) => b - a));

  const [first, highest] = ranked[0] ?? ['', 0];
  await expect(await table.cell(first, 'Probability')).toHaveText(/^0\.\d{3}$/);
  await table.why(first).click();
  const reasons = table.reasons(first);
  const sentence = new RegExp(
    `^On land like yours, (\\d+) of every 100 hectares grow ${first.toLowerCase()}\\.$`,
  );
  await expect(reasons.sentence).toHaveText(sentence);
  const [, hectares] = sentence.exec((await reasons.sentence.textContent()) ?? '') ?? [];
  expect(Math.abs(Number(hectares) - highest * 100)).toBeLessThanOrEqual(0.6);
  await expect(reasons.near).toHaveText([
    /^Your district, Erode/,
    /Makes up/,
    /Makes up/,
    /^\d+ other districts/,
  ]);
  await expect(reasons.nutrients).toHaveText([
    /^Nitrogen \(N\)LowIn your soil180/,
    /^Phosphorus \(P\)HighIn your soil30/,
    /^Potassium \(K\)MediumIn your soil250/,
  ]);
  await expect(
    reasons.fertilisers.filter({
      hasText: /^Urea(?:\d+ bags?(?: and \d+ kg)?of 45 kg: \d+ kg|\d+ kga bag has 45 kg)$/,
    }),
  ).toHaveCount(1);
});

test('changing NPK changes it, within the bounds', async ({ signedIn: page }) => {
  await savePlace(page, 'Erode');
  await saveNpk(page, [560, 22, 280]);
  const table = new SoilClimateTable(page);
  const rich = new Map(await ranking(table));
  await saveNpk(page, [20, 2, 20]);
  const poor = await ranking(table);
  expect(poor).not.toEqual([...rich]);
  // The soil scales a share by 2/3 to 3/2, and so does the normalisation. Between two soils: at most (3/2)^4.
  for (const [crop, probability] of poor) {
    const was = rich.get(crop);
    if (was) expect(Math.max(probability / was, was / probability)).toBeLessThan(1.5 ** 4);
  }
});

test('a farmer without a place is told what to do, and with one sees the table', async ({
  signedIn: page,
}) => {
  await page.goto('/rec-sc');
  await expect(page.getByText(/^Your place is missing\./)).toBeVisible();
  await expect(page.getByText(/^Your soil is not tested either\./)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Update Your Place' }).click();
  await page.getByLabel('Place').fill('Erode');
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expect(page).toHaveURL('/rec-sc');
  await expect(new SoilClimateTable(page).rows.first()).toBeVisible();
  await expect(page.getByText(/^Soil: not tested\./)).toBeVisible();
});

for (const [place, sentence] of [
  ['Atlantis', /^No climate is known for your place\./],
  ['Bilaspur', /^Your district is not certain yet\./],
] as const) {
  test(`a farmer of ${place} is asked for more`, async ({ signedIn: page }) => {
    await savePlace(page, place);
    await expect(page.getByText(sentence)).toBeVisible();
  });
}

test('a sowing by anyone moves the figures of the open table', async ({ signedIn: page, context }) => {
  await savePlace(page, 'Erode');
  const table = new SoilClimateTable(page);
  const [[first = ''] = []] = await ranking(table);
  const before = await table.figure(first, 'Met');

  const other = await context.newPage();
  await other.goto('/rec-sc');
  await new SoilClimateTable(other).row(first).getByRole('link', { name: 'Sowing the Crop' }).click();
  const sow = new SowPage(other);
  await sow.fieldSize.fill('100');
  await sow.submit.click();
  await other.getByRole('button', { name: 'Yes, save it' }).click();

  await expect.poll(() => table.figure(first, 'Met')).toBeGreaterThan(before);
});

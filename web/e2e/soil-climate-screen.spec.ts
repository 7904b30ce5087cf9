import { expect, test } from './grow-test';
import { SoilClimateTable } from './pages/crop-table';
import { ofErode, ofErodeUntested, without } from './soil-climate-answer';
import { BOTH_WIDTHS } from './tags';

/** Tests of the screen alone, with mocked answers: valid and invalid ones. */
const ADDRESS = '**/api/v1/me/recommendations/soil-climate';

test.describe('a farmer of Erode with 180, 30, 250', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    await page.route(ADDRESS, (route) => route.fulfill({ json: ofErode }));
    await page.goto('/rec-sc');
  });

  test('turns the order around with the button', async ({ page }) => {
    const table = new SoilClimateTable(page);
    const column = table.table.getByRole('columnheader', { name: 'Probability' });
    await expect(column).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Sort by Probability: descending' }).click();
    await expect(column).toHaveAttribute('aria-sort', 'ascending');
    expect(await table.crops()).toEqual(['MAIZE', 'SUGARCANE', 'GROUNDNUT']);
  });

  test(
    'opens a row and reads why: the share, its neighbours, the limits and the soil',
    BOTH_WIDTHS,
    async ({ page }) => {
      const table = new SoilClimateTable(page);
      const { sentence, near, limits, nutrients } = table.reasons('GROUNDNUT');
      await expect(sentence).toHaveCount(0);
      await table.why('GROUNDNUT').click();
      await expect(sentence).toHaveText('On land like yours, 23 of every 100 hectares grow groundnut.');
      await expect(table.entry('GROUNDNUT').getByText(/not a chance of success/)).toBeVisible();
      await expect(near).toHaveText([
        'Your district, Erode25Makes up 91 % of the number.',
        'Salem, Tamil Nadu28Makes up 1 % of the number.',
        'Chamarajanagar, Karnatakaunder 1Makes up less than 1 % of the number.',
        '84 other districts10Makes up 8 % of the number.',
      ]);
      await expect(
        page.getByText(/^These are the shares that farmers of Erode, Tamil Nadu grow/),
      ).toBeVisible();
      await expect(limits).toHaveText(['Needs about 86 mm more water than your rain gives: irrigate.']);
      await expect(nutrients).toHaveText([
        'Nitrogen (N)LowIn your soil180 NUsual dose30 NFor your soil37.5 N',
        'Phosphorus (P)HighIn your soil30 PUsual dose55 P₂O₅For your soil41.3 P₂O₅',
        'Potassium (K)MediumIn your soil250 KUsual dose35 K₂OFor your soil35 K₂O',
      ]);

      await table.why('SUGARCANE').click();
      await expect(table.reasons('SUGARCANE').limits).toHaveText([
        'Needs about 1,400 mm more water than your rain gives: irrigate.',
        'Its season here is about 2.4 °C hotter than it likes: sow in the cooler months.',
      ]);
      await table.why('MAIZE').click();
      await expect(table.entry('MAIZE').getByText('Nothing in your climate holds it back.')).toBeVisible();
      await expect(sentence).toBeVisible();
    },
  );

  test('reads the fertiliser plan in bags, with the phosphorus from DAP or from SSP', async ({ page }) => {
    const table = new SoilClimateTable(page);
    await table.why('GROUNDNUT').click();
    const { fertilisers } = table.reasons('GROUNDNUT');
    const choice = (name: string) => table.entry('GROUNDNUT').getByRole('radio', { name });
    await expect(choice('Urea, DAP, MOP')).toBeChecked();
    await expect(fertilisers).toHaveText([
      'Urea1 bag and 1 kgof 45 kg: 46 kg',
      'DAP1 bag and 40 kgof 50 kg: 90 kg',
      'MOP (potash)1 bag and 9 kgof 50 kg: 59 kg',
    ]);
    await choice('Urea, DAP, MOP').focus();
    await page.keyboard.press('ArrowDown');
    await expect(choice('Urea, SSP, MOP')).toBeChecked();
    await expect(fertilisers).toHaveText([
      'Urea1 bag and 36 kgof 45 kg: 81 kg',
      'SSP5 bags and 8 kgof 50 kg: 258 kg',
      'MOP (potash)1 bag and 9 kgof 50 kg: 59 kg',
    ]);
  });

  test(
    'names the situation of the plan, and the farmer chooses another one for the visit',
    BOTH_WIDTHS,
    async ({ page }) => {
      const table = new SoilClimateTable(page);
      await table.why('GROUNDNUT').click();
      const entry = table.entry('GROUNDNUT');
      const field = entry.getByRole('combobox', { name: 'My field' });
      await expect(field).toHaveValue('irrigated');
      await expect(
        entry.getByText('Dose for: irrigated. Source: Tamil Nadu Agricultural University.'),
      ).toBeVisible();

      await field.selectOption('rainfed');
      await expect(
        entry.getByText('25 kg nitrogen (N), 30 kg phosphate (P₂O₅), 50 kg potash (K₂O)'),
      ).toBeVisible();
      await expect(entry.getByText(/^Dose for: rainfed\./)).toBeVisible();
      const { fertilisers, nutrients } = table.reasons('GROUNDNUT');
      await expect(fertilisers).toHaveText([
        'Urea29 kga bag has 45 kg',
        'DAP1 bag and 15 kgof 50 kg: 65 kg',
        'MOP (potash)1 bag and 34 kgof 50 kg: 84 kg',
      ]);
      await expect(nutrients.first()).toHaveText(
        'Nitrogen (N)LowIn your soil180 NUsual dose20 NFor your soil25 N',
      );

      await page.reload();
      await table.why('GROUNDNUT').click();
      await expect(field).toHaveValue('rainfed');
      await table.why('MAIZE').click();
      const other = table.entry('MAIZE').getByRole('combobox', { name: 'My field' });
      await expect(other, 'each crop has its own field').toHaveValue('irrigated');
    },
  );

  test('opens and closes a row by keyboard alone', BOTH_WIDTHS, async ({ page }) => {
    const table = new SoilClimateTable(page);
    const why = table.why('SUGARCANE');
    const { sentence } = table.reasons('SUGARCANE');
    await table.row('SUGARCANE').getByRole('link', { name: 'Sowing the Crop' }).focus();
    await page.keyboard.press('Tab');
    await expect(why).toBeFocused();
    await expect(why).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    await expect(why).toHaveAttribute('aria-expanded', 'true');
    await expect(sentence).toBeVisible();
    await expect(why).toBeFocused();
    await page.keyboard.press('Space');
    await expect(why).toHaveAttribute('aria-expanded', 'false');
    await expect(sentence).toHaveCount(0);
  });

  for (const [width, letters] of [
    [320, 1],
    [320, 2],
    [768, 1],
    [1024, 1],
    [1200, 1],
  ] as const) {
    test(`has no opened row that scrolls sideways at ${width} px, letters ${letters} times as large`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate((times) => {
        document.documentElement.style.fontSize = `${17 * times}px`;
      }, letters);
      const table = new SoilClimateTable(page);
      for (const name of ['GROUNDNUT', 'SUGARCANE', 'MAIZE']) await table.why(name).click();
      await expect(table.reasons('MAIZE').sentence).toBeVisible();
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      const low = await page
        .getByRole('main')
        .locator('button, a, label:has(input), select')
        .evaluateAll((targets) =>
          targets
            .filter((target) => target.getBoundingClientRect().height < 48)
            .map((target) => target.outerHTML),
        );
      expect(low).toEqual([]);
    });
  }
});

test('land like none known has no shares and two ways on', BOTH_WIDTHS, async ({ signedIn: page }) => {
  const leh = { key: 'la-leh', name: 'Leh', state: 'Ladakh', region: 'IN-LA' };
  await page.route(ADDRESS, (route) =>
    route.fulfill({ json: { ...ofErode, district: leh, basis: 'none', crops: [] } }),
  );
  await page.goto('/rec-sc');
  const main = page.getByRole('main');
  await expect(main.getByText('We know no land like yours.')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Recommended Crops Based on Known Crops' })).toHaveAttribute(
    'href',
    '/rec-known',
  );
  await expect(main.getByRole('link', { name: 'Crops Description' })).toHaveAttribute('href', '/crop-list');
  await expect(main.getByRole('table')).toHaveCount(0);
});

test('a district whose crops are not known is said', async ({ signedIn: page }) => {
  await page.route(ADDRESS, (route) => route.fulfill({ json: { ...ofErode, basis: 'model' } }));
  await page.goto('/rec-sc');
  await expect(page.getByText(/^What farmers of Erode, Tamil Nadu grow is not known to us/)).toBeVisible();
});

test('a soil that is not tested is said, with the way to the test, and the table is shown', async ({
  signedIn: page,
}) => {
  await page.route(ADDRESS, (route) => route.fulfill({ json: ofErodeUntested }));
  await page.goto('/rec-sc');
  const table = new SoilClimateTable(page);
  await expect(page.getByText(/^Soil: not tested\./)).toBeVisible();
  await table.why('GROUNDNUT').click();
  await expect(table.reasons('GROUNDNUT').nutrients).toHaveText([
    'Nitrogen (N)not testedUsual dose30 N',
    'Phosphorus (P)not testedUsual dose55 P₂O₅',
    'Potassium (K)not testedUsual dose35 K₂O',
  ]);
  await table.entry('GROUNDNUT').getByRole('link', { name: 'NPK Update' }).click();
  await expect(page).toHaveURL('/npk');
});

for (const [missing, sentence] of [
  ['place-missing', /^Your place is missing\. Tell us your district/],
  ['place-unknown', /^No climate is known for your place\. Give the name of your district/],
  ['place-ambiguous', /^Your district is not certain yet\./],
] as const) {
  test(`${missing}: the farmer is told what to do`, async ({ signedIn: page }) => {
    await page.route(ADDRESS, (route) => route.fulfill({ json: without(missing) }));
    await page.goto('/dashboard');
    await expect(page.getByText(sentence)).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Update Your Place' }).click();
    await expect(page).toHaveURL('/place');
  });
}

test('saving a place or a soil test drops the advice of before', async ({ signedIn: page }) => {
  let saved = false;
  await page.route(ADDRESS, (route) => route.fulfill({ json: saved ? ofErode : without('place-missing') }));
  await page.goto('/rec-sc');
  await page.getByRole('main').getByRole('link', { name: 'Update Your Place' }).click();
  await page.getByLabel('Place').fill('Erode');
  // Close the list of suggestions, which moves the button.
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  saved = true;
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expect(page).toHaveURL('/rec-sc');
  await expect(new SoilClimateTable(page).rows).toHaveCount(3);
});

test('no crop above 0.1: a sentence, and the way to the demand', async ({ signedIn: page }) => {
  await page.route(ADDRESS, (route) => route.fulfill({ json: { ...ofErode, crops: [] } }));
  await page.goto('/rec-sc');
  await expect(page.getByText(/^No crop stands out on land like yours/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Total Demand' }).click();
  await expect(page).toHaveURL('/demand');
});

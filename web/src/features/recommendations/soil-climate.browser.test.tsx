import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  expectAt,
  expectCount,
  expectGone,
  expectText,
  expectTexts,
  expectVisible,
  main,
  press,
} from '@/testing/expectations';
import { EMPTY_RECORD } from '@/testing/first-answers';
import { openScreen, testOnBothWidths } from '@/testing/render-screen';
import { type Answer, reply, server } from '@/testing/server';
import { ofErode, ofErodeUntested, without } from '@/testing/soil-climate-answer';
import { soilClimateTable as table } from '@/testing/tables';

const advise = (answer: Answer) => server.answer('GET /api/v1/me/recommendations/soil-climate', answer);

describe('a farmer of Erode with 180, 30, 250', () => {
  beforeEach(async () => {
    // What an opened row tells beyond its reasons is not under test here.
    server.answer('GET /api/v1/me/crops/{crop}', reply(404));
    advise(ofErode);
    await openScreen('/rec-sc');
  });

  test('the button reverses the order', async () => {
    const column = table.all.getByRole('columnheader', { name: 'Probability' });
    await expect.element(column).toHaveAttribute('aria-sort', 'descending');
    await page.getByRole('button', { name: 'Sort by Probability: descending' }).click();
    await expect.element(column).toHaveAttribute('aria-sort', 'ascending');
    expect(table.crops()).toEqual(['MAIZE', 'SUGARCANE', 'GROUNDNUT']);
  });

  testOnBothWidths('an opened row says why: the share, its neighbours, the limits and the soil', async () => {
    const { sentence, near, limits, nutrients } = table.reasons('GROUNDNUT');
    await expectGone(sentence);
    await table.why('GROUNDNUT').click();
    await expectText(sentence, 'On land like yours, 23 of every 100 hectares grow groundnut.');
    await expectVisible(table.entry('GROUNDNUT').getByText(/not a chance of success/));
    await expectTexts(near, [
      'Your district, Erode25Makes up 91 % of the number.',
      'Salem, Tamil Nadu28Makes up 1 % of the number.',
      'Chamarajanagar, Karnatakaunder 1Makes up less than 1 % of the number.',
      '84 other districts10Makes up 8 % of the number.',
    ]);
    await expectVisible(page.getByText(/^These are the shares that farmers of Erode, Tamil Nadu grow/));
    await expectTexts(limits, ['Needs about 86 mm more water than your rain gives: irrigate.']);
    await expectTexts(nutrients, [
      'Nitrogen (N)LowIn your soil180 NUsual dose30 NFor your soil37.5 N',
      'Phosphorus (P)HighIn your soil30 PUsual dose55 P₂O₅For your soil41.3 P₂O₅',
      'Potassium (K)MediumIn your soil250 KUsual dose35 K₂OFor your soil35 K₂O',
    ]);

    await table.why('SUGARCANE').click();
    await expectTexts(table.reasons('SUGARCANE').limits, [
      'Needs about 1,400 mm more water than your rain gives: irrigate.',
      'Its season here is about 2.4 °C hotter than it likes: sow in the cooler months.',
    ]);
    await table.why('MAIZE').click();
    await expectVisible(table.entry('MAIZE').getByText('Nothing in your climate holds it back.'));
    await expectVisible(sentence);
  });

  test('an opened row has the fertiliser plan in bags, with the phosphorus from DAP or from SSP', async () => {
    await table.why('GROUNDNUT').click();
    const { fertilisers } = table.reasons('GROUNDNUT');
    const choice = (name: string) => table.entry('GROUNDNUT').getByRole('radio', { name });
    await expect.element(choice('Urea, DAP, MOP')).toBeChecked();
    await expectTexts(fertilisers, [
      'Urea1 bag and 1 kgof 45 kg: 46 kg',
      'DAP1 bag and 40 kgof 50 kg: 90 kg',
      'MOP (potash)1 bag and 9 kgof 50 kg: 59 kg',
    ]);
    (await choice('Urea, DAP, MOP').findElement()).focus();
    await press('ArrowDown');
    await expect.element(choice('Urea, SSP, MOP')).toBeChecked();
    await expectTexts(fertilisers, [
      'Urea1 bag and 36 kgof 45 kg: 81 kg',
      'SSP5 bags and 8 kgof 50 kg: 258 kg',
      'MOP (potash)1 bag and 9 kgof 50 kg: 59 kg',
    ]);
  });

  testOnBothWidths(
    'the plan names its situation, and the farmer chooses another one for the visit',
    async () => {
      await table.why('GROUNDNUT').click();
      const entry = table.entry('GROUNDNUT');
      const field = entry.getByRole('combobox', { name: 'My field' });
      await expect.element(field).toHaveValue('irrigated');
      await expectVisible(
        entry.getByText('Dose for: irrigated. Source: Tamil Nadu Agricultural University.'),
      );

      await field.selectOptions('rainfed');
      await expectVisible(entry.getByText('25 kg nitrogen (N), 30 kg phosphate (P₂O₅), 50 kg potash (K₂O)'));
      await expectVisible(entry.getByText(/^Dose for: rainfed\./));
      const { fertilisers, nutrients } = table.reasons('GROUNDNUT');
      await expectTexts(fertilisers, [
        'Urea29 kga bag has 45 kg',
        'DAP1 bag and 15 kgof 50 kg: 65 kg',
        'MOP (potash)1 bag and 34 kgof 50 kg: 84 kg',
      ]);
      await expectText(nutrients.first(), 'Nitrogen (N)LowIn your soil180 NUsual dose20 NFor your soil25 N');

      await openScreen('/rec-sc');
      await table.why('GROUNDNUT').click();
      await expect.element(field).toHaveValue('rainfed');
      await table.why('MAIZE').click();
      const other = table.entry('MAIZE').getByRole('combobox', { name: 'My field' });
      await expect.element(other).toHaveValue('irrigated');
    },
  );

  testOnBothWidths('a row opens and closes by keyboard alone', async () => {
    const why = table.why('SUGARCANE');
    const { sentence } = table.reasons('SUGARCANE');
    (await table.row('SUGARCANE').getByRole('link', { name: 'Sowing the Crop' }).findElement()).focus();
    await press('Tab');
    await expect.element(why).toHaveFocus();
    await expect.element(why).toHaveAttribute('aria-expanded', 'false');
    await press('Enter');
    await expect.element(why).toHaveAttribute('aria-expanded', 'true');
    await expectVisible(sentence);
    await expect.element(why).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(why).toHaveAttribute('aria-expanded', 'false');
    await expectGone(sentence);
  });

  for (const [width, letters] of [
    [320, 1],
    [320, 2],
    [768, 1],
    [1024, 1],
    [1200, 1],
  ] as const) {
    test(`no opened row scrolls sideways at ${width} px, letters ${letters} times as large`, async () => {
      await page.viewport(width, 740);
      document.documentElement.style.fontSize = `${17 * letters}px`;
      onTestFinished(() => document.documentElement.removeAttribute('style'));
      for (const name of ['GROUNDNUT', 'SUGARCANE', 'MAIZE']) await table.why(name).click();
      await expectVisible(table.reasons('MAIZE').sentence);
      expect(document.documentElement.scrollWidth - innerWidth).toBeLessThanOrEqual(0);
      const targets = main().element().querySelectorAll('button, a, label:has(input), select');
      const low = [...targets].filter((target) => target.getBoundingClientRect().height < 48);
      expect(low.map((target) => target.outerHTML)).toEqual([]);
    });
  }
});

testOnBothWidths('land like none known has no shares and two ways on', async () => {
  const leh = { key: 'la-leh', name: 'Leh', state: 'Ladakh', region: 'IN-LA' };
  advise({ ...ofErode, district: leh, basis: 'none', crops: [] });
  await openScreen('/rec-sc');
  await expectVisible(main().getByText('We know no land like yours.'));
  await expect
    .element(main().getByRole('link', { name: 'Recommended Crops Based on Known Crops' }))
    .toHaveAttribute('href', '/rec-known');
  await expect
    .element(main().getByRole('link', { name: 'Crops Description' }))
    .toHaveAttribute('href', '/crop-list');
  await expectGone(main().getByRole('table'));
});

test('a district whose crops are not known is said', async () => {
  advise({ ...ofErode, basis: 'model' });
  await openScreen('/rec-sc');
  await expectVisible(page.getByText(/^What farmers of Erode, Tamil Nadu grow is not known to us/));
});

test('a soil that is not tested is said, with the way to the test, and the table is shown', async () => {
  server.answer('GET /api/v1/me/crops/{crop}', reply(404));
  advise(ofErodeUntested);
  await openScreen('/rec-sc');
  await expectVisible(page.getByText(/^Soil: not tested\./));
  await table.why('GROUNDNUT').click();
  await expectTexts(table.reasons('GROUNDNUT').nutrients, [
    'Nitrogen (N)not testedUsual dose30 N',
    'Phosphorus (P)not testedUsual dose55 P₂O₅',
    'Potassium (K)not testedUsual dose35 K₂O',
  ]);
  await table.entry('GROUNDNUT').getByRole('link', { name: 'NPK Update' }).click();
  await expectAt('/npk');
});

for (const [missing, sentence] of [
  ['place-missing', /^Your place is missing\. Tell us your district/],
  ['place-unknown', /^No climate is known for your place\. Give the name of your district/],
  ['place-ambiguous', /^Your district is not certain yet\./],
] as const) {
  test(`${missing}: the farmer is told what to do`, async () => {
    advise(without(missing));
    await openScreen('/dashboard');
    await expectVisible(page.getByText(sentence));
    await main().getByRole('link', { name: 'Update Your Place' }).click();
    await expectAt('/place');
  });
}

test('saving a place or a soil test drops the advice of before', async () => {
  let saved = false;
  const place = { key: 'tn-erode', name: 'Erode', state: 'Tamil Nadu', region: 'IN-TN' };
  server.answer('GET /api/v1/places', { items: [{ ...place, matched_name: 'Erode' }], resolved: null });
  server.answer('PUT /api/v1/me/place', {
    ...EMPTY_RECORD,
    place: 'Erode',
    district: place,
    place_status: 'resolved',
  });
  advise(() => (saved ? ofErode : without('place-missing')));
  await openScreen('/rec-sc');
  await main().getByRole('link', { name: 'Update Your Place' }).click();
  await page.getByLabelText('Place').fill('Erode');
  // Close the list of suggestions, which moves the button.
  await expectVisible(page.getByRole('listbox').getByRole('option').first());
  await press('Escape');
  saved = true;
  await page.getByRole('button', { name: 'Update Place' }).click();
  await expectAt('/rec-sc');
  await expectCount(table.rows, 3);
});

test('no crop above 0.1: a sentence, and the way to the demand', async () => {
  advise({ ...ofErode, crops: [] });
  await openScreen('/rec-sc');
  await expectVisible(page.getByText(/^No crop stands out on land like yours/));
  await main().getByRole('link', { name: 'Total Demand' }).click();
  await expectAt('/demand');
});

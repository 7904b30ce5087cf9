import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { COUNTRY } from '@/testing/country';
import { expectAt, expectCount, expectRed, expectText, expectVisible, main } from '@/testing/expectations';
import { breakdownText, byMet, demandText, figuresOf, metText, needText } from '@/testing/figures';
import { FARMER } from '@/testing/first-answers';
import { openScreen, testOnBothWidths } from '@/testing/render-screen';
import { problem, server } from '@/testing/server';
import { knownCropTable as table } from '@/testing/tables';

const KNOWN = ['RED GRAM', 'MAIZE', 'GROUNDNUT', 'HORSE GRAM'];

const rowsOf = (names: readonly string[]) => COUNTRY.crops.filter(({ name }) => names.includes(name));

const knows = (names: readonly string[]) =>
  server.answer('GET /api/v1/me/recommendations/known-crops', {
    region: 'IN',
    crop_year: 2026,
    missing: null,
    crops: rowsOf(names),
  });

/** The demand of the known crops, sorted by met, largest first. */
const ANSWERED = byMet(figuresOf(rowsOf(KNOWN)));

test('A Total Recommendations card and a sort-by-Met toggle (default descending)', async () => {
  knows(KNOWN);
  await openScreen('/rec-known');
  await expectText(page.getByRole('term'), 'Total Recommendations');
  await expectText(page.getByRole('definition'), '4');
  const names = ANSWERED.map(({ name }) => name);
  const met = table.all.getByRole('columnheader', { name: 'Met', exact: true });
  await expect.element(met).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(table.crops).toEqual(names);
  await page.getByRole('button', { name: 'Sort by Met: descending' }).click();
  await expect.element(met).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(table.crops).toEqual(names.toReversed());
  await page.getByRole('button', { name: 'Sort by Met: ascending' }).click();
  await expect.element(met).toHaveAttribute('aria-sort', 'descending');
});

testOnBothWidths(
  'Columns: Crop Name, Demand, Met, Need, Breakdown pie, Action; demand and met 3 decimals, need 2, percent 2',
  async () => {
    knows(KNOWN);
    await openScreen('/rec-known');
    await expectCount(table.rows, 4);
    expect(table.headers()).toEqual(['Crop Name', 'Demand', 'Met', 'Need', 'Breakdown', 'Action']);
    for (const figures of ANSWERED) {
      const { name } = figures;
      expect(table.text(name, 'Demand')).toBe(demandText(figures));
      expect(table.text(name, 'Met')).toBe(metText(figures));
      expect(table.text(name, 'Need')).toBe(needText(figures));
      expect(table.text(name, 'Breakdown')).toBe(breakdownText(figures));
      expect(table.row(name).element().querySelector('svg')).toBeVisible();
      await expectText(table.row(name).getByRole('link'), 'Sowing the Crop');
    }
  },
);

test("The Action button 'Sowing the Crop' opens /add with the email and crop name", async () => {
  knows(['RED GRAM']);
  await openScreen('/rec-known');
  await table.row('RED GRAM').getByRole('link', { name: 'Sowing the Crop' }).click();
  await expectAt('/add');
  expect(history.state).toEqual({ email: FARMER.email, cropName: 'RED GRAM' });
  await expect.element(page.getByLabelText('Crop', { exact: true })).toHaveValue('RED GRAM');
});

test("Known-crops recommendation failure: 'Error fetching data: {message}'", async () => {
  server.answer(
    'GET /api/v1/me/recommendations/known-crops',
    problem(418, 'no-demand-figures', { detail: 'The kettle is on.' }),
  );
  await openScreen('/rec-known');
  await expectText(page.getByRole('alert'), 'Error fetching data: No data found.');
  await expectRed(page.getByRole('alert'));
});

test('Who knows no crop is told to mark some', async () => {
  await openScreen('/rec-known');
  await expectVisible(page.getByText('Mark the crops you know how to grow'));
  await main().getByRole('link', { name: 'My Crops' }).click();
  await expectAt('/manage-crops');
});

import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAt, expectCount, expectText, expectVisible } from '@/testing/expectations';
import { FARMER } from '@/testing/first-answers';
import { openScreen, testOnBothWidths } from '@/testing/render-screen';
import { reply, server } from '@/testing/server';
import { ofErode } from '@/testing/soil-climate-answer';
import { soilClimateTable as table } from '@/testing/tables';

const advise = (answer: object) => server.answer('GET /api/v1/me/recommendations/soil-climate', answer);

test('A Total Crops card', async () => {
  advise(ofErode);
  await openScreen('/rec-sc');
  await expectText(page.getByRole('term'), 'Total Crops');
  await expectText(page.getByRole('definition'), '3');
});

testOnBothWidths(
  "Columns: Crop Name, Probability (3 decimals), Demand, Met, Need, Breakdown, Action ('Sowing the Crop')",
  async () => {
    advise(ofErode);
    await openScreen('/rec-sc');
    await expectCount(table.rows, 3);
    expect(table.headers()).toEqual([
      'Crop Name',
      'Probability',
      'Demand',
      'Met',
      'Need',
      'Breakdown',
      'Action',
    ]);
    expect(table.text('SUGARCANE', 'Probability')).toBe('0.151');
    expect(table.text('SUGARCANE', 'Demand')).toBe('47,73,98,686.400');
    expect(table.text('SUGARCANE', 'Met')).toBe('41,23,45,678.123');
    expect(table.text('SUGARCANE', 'Need')).toBe('6,50,53,008.28');
    expect(table.text('SUGARCANE', 'Breakdown')).toBe('Met 86.37%Not Met 13.63%');
    expect(table.text('GROUNDNUT', 'Need')).toBe('-5,99,999.31surplus');
    expect(table.text('GROUNDNUT', 'Breakdown')).toBe('Met 106.50%surplus');
    expect(table.text('MAIZE', 'Action')).toBe('Sowing the Crop');
  },
);

test("'Sowing the Crop' on soil and climate opens /add with the crop", async () => {
  advise(ofErode);
  await openScreen('/rec-sc');
  await table.row('MAIZE').getByRole('link', { name: 'Sowing the Crop' }).click();
  await expectAt('/add');
  expect(history.state).toEqual({ email: FARMER.email, cropName: 'MAIZE' });
  const crop = page.getByLabelText('Crop', { exact: true });
  await expect.element(crop).toHaveValue('MAIZE');
  await expect.element(crop).toHaveAttribute('readonly');
});

test('Soil/climate recommendation failure: logged, and said in red beside the rest of the dashboard', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  advise(reply(404));
  await openScreen('/dashboard');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Error fetching data: ');
  await expectVisible(page.getByText('Mark the crops you know how to grow'));
  expect(
    logged.mock.calls.some(([line]) => String(line).startsWith('Soil and climate recommendations failed')),
  ).toBe(true);
});

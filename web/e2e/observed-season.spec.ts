import { writeFile } from 'node:fs/promises';
import { type GrowServer, startGrow } from './grow-server';
import { expect, settled, test } from './grow-test';
import { openMore } from './pages/crop-table';

let grow: GrowServer;

/** A server of its own, because what was observed moves everyone's figures. */
test.beforeAll(async ({ browserName: _ }, info) => {
  grow = await startGrow();
  const { crop_year } = await (await fetch(`${grow.url}/api/v1/demand`)).json();
  const years = `${crop_year}-${String((crop_year + 1) % 100).padStart(2, '0')} July-June`;
  const line = (measure: string, lakhs: number) =>
    `"Crop Weather Watch Group, weekly table",${crop_year}-05-01,${years},cotton,kharif,IN,${measure},${lakhs},lakh_ha`;
  const file = info.outputPath('observations.csv');
  const lines = [
    'source,as_of,year_basis,crop,season,region,measure,value,unit',
    line('area_sown', 48),
    line('area_last_year', 50),
    line('normal_of_season', 100),
    line('last_year_whole', 100),
  ];
  await writeFile(file, lines.join('\n'));
  expect(await grow.command('supply', 'observe', file)).toContain('4 of 4 observations were added.');
  expect(await grow.command('demand', 'restate')).toContain('They are live.');
});

test.afterAll(async () => grow.stop());

test("'How do we know?' says what was sown so far this season, and of which region", async ({ page }) => {
  for (const [region, said] of [
    ['IN', /^Sown so far this season: 96 % of the usual, 1 May \d{4}\.$/],
    [
      'IN-TN',
      /^Sown so far this season in all of India: 96 % of the usual, .* Of Tamil Nadu alone it is not known\.$/,
    ],
  ] as const) {
    await page.goto(`${grow.url}/demand?region=${region}`);
    await settled(page);
    await openMore(page);
    await page.getByRole('button', { name: 'How do we know? COTTON', exact: true }).click();
    await expect(page.getByText(said)).toBeVisible();
    await expect(page.getByText('Kharif', { exact: true })).toBeVisible();
    await expect(page.getByText('Crop Weather Watch Group, weekly table')).toBeVisible();
  }
});

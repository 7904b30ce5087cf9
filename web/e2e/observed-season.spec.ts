import { writeFile } from 'node:fs/promises';
import { type GrowServer, startGrow } from './grow-server';
import { expect, settled, test } from './grow-test';
import { openMore } from './pages/crop-table';

/** What the screen says, by language. */
const WORDS = {
  en: {
    opener: 'How do we know? COTTON',
    own: /^Sown so far this season: 96 % of the usual, 1 May \d{4}\.$/,
    indias:
      /^Sown so far this season in all of India: 96 % of the usual, .* Of Tamil Nadu alone it is not known\.$/,
    season: 'Kharif',
  },
  ta: {
    opener: 'எப்படித் தெரியும்? பருத்தி',
    own: /^இந்தப் பருவத்தில் இதுவரை விதைத்தது: வழக்கத்தில் 96 %, /,
    indias: /^இந்தியா முழுவதும் இந்தப் பருவத்தில் இதுவரை விதைத்தது: வழக்கத்தில் 96 %, /,
    season: 'காரீப் பருவம்',
  },
  hi: {
    opener: 'हमें कैसे पता? कपास',
    own: /^इस सीजन अब तक की बुवाई: सामान्य की 96 %, /,
    indias: /^पूरे भारत में इस सीजन अब तक की बुवाई: सामान्य की 96 %, /,
    season: 'खरीफ',
  },
} as const;

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

for (const [language, { opener, own, indias, season }] of Object.entries(WORDS)) {
  test(`'How do we know?' says in '${language}' what was sown so far this season`, async ({ page }) => {
    await page.context().addCookies([{ name: 'grow_language', value: language, url: grow.url }]);
    for (const [region, said] of [
      ['IN', own],
      ['IN-TN', indias],
    ] as const) {
      await page.goto(`${grow.url}/demand?region=${region}`);
      await settled(page);
      await openMore(page);
      await page.getByRole('button', { name: opener, exact: true }).click();
      await expect(page.getByText(said)).toBeVisible();
      await expect(page.getByText(season, { exact: true })).toBeVisible();
      await expect(page.getByText('Crop Weather Watch Group, weekly table')).toBeVisible();
    }
  });
}

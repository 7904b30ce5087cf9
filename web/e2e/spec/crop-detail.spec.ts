import { expect, settled, test, walkTo } from '../grow-test';
import { CropDetailPage } from '../pages/crop-pages';

/** Sections of the crop detail (section 2), and the panels around them. */
const SECTIONS = [
  'At a glance',
  'When to sow in India',
  'For your field',
  'Importance in India',
  'Climate and Soil',
  'Nutrient Requirements',
  'Varieties',
  'Cultivation Methods',
  'Pest and Disease Management',
  'Harvesting and Post-Harvest',
  'Challenges',
  'Government Initiatives',
  'Sources',
];

/** The seven slugs of the specification; the other nine crops use their key. */
const BUILT_IN = ['paddy', 'sorghum', 'maize', 'cotton', 'sugarcane', 'potatoes', 'onion'];
const OTHERS = [
  'cumbo',
  'ragi',
  'redGram',
  'bengalGram',
  'greenGram',
  'blackGram',
  'horseGram',
  'groundnut',
  'gingelly',
];

for (const [what, names] of [
  ['Built-in content exists for paddy, sorghum, maize, cotton, sugarcane, potatoes and onion', BUILT_IN],
  ['The other nine crops have entries of the same depth', OTHERS],
] as const) {
  test(`${what}, with all sections in their order, and sources`, async ({ signedIn: page }) => {
    const detail = new CropDetailPage(page);
    await page.goto('/ppt');
    await settled(page);
    for (const name of names) {
      await walkTo(page, `/crop-detail/${name}`);
      await expect(detail.sections, name).toHaveText(SECTIONS);
      expect(await detail.section('Sources').getByRole('listitem').count(), name).toBeGreaterThanOrEqual(2);
    }
  });
}

test('Importance in India with key states; Climate and Soil (type, temperature range in °C, humidity range in %, soil); Nutrient Requirements (N, P, K min and max in kg/ha); Varieties; Cultivation Methods (sowing, irrigation); Pest and Disease Management (name, description, control measures); Harvesting and Post-Harvest (maturity, methods, storage)', async ({
  signedIn: page,
}) => {
  await page.goto('/crop-detail/paddy');
  const detail = new CropDetailPage(page);
  await expect(detail.section('Importance in India')).toContainText('Key States');
  await expect(detail.section('Importance in India').getByText('Tamil Nadu', { exact: true })).toBeVisible();
  const climate = detail.section('Climate and Soil');
  await expect(climate.getByRole('definition')).toHaveText(['20 - 30 °C', '60 - 80 %']);
  await expect(climate).toContainText('Soil');
  const nutrients = detail.section('Nutrient Requirements').getByRole('row');
  await expect(nutrients).toHaveText([
    /^Nutrient\s*Min kg\/ha\s*Max kg\/ha$/,
    /^Nitrogen \(N\)\s*50\s*175$/,
    /^Phosphorus \(P\) as P₂O₅\s*25\s*60$/,
    /^Potassium \(K\) as K₂O\s*25\s*60$/,
  ]);
  await expect(detail.section('Varieties')).toContainText('CR 1009 Sub 1');
  const parts = (section: string) => detail.section(section).getByRole('heading', { level: 3 });
  await expect(parts('Cultivation Methods')).toHaveText([
    'Sowing',
    'Irrigation',
    'Fertilization and Soil Management',
    'Weed and Pest Management',
  ]);
  await expect(parts('Pest and Disease Management')).toHaveText(['Pests', 'Diseases']);
  const borer = detail
    .section('Pest and Disease Management')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Yellow stem borer' }) });
  await expect(borer).toContainText('dead hearts');
  await expect(borer).toContainText('Control measures');
  await expect(parts('Harvesting and Post-Harvest')).toHaveText(['Maturity', 'Methods', 'Storage']);
  await expect(detail.section('At a glance').getByRole('definition')).toHaveText('3 - 4.8 tonnes / hectare');
});

test('Sowing months: paddy, sorghum and sugarcane 6 to 7, maize and cotton 5 to 6, potatoes and onion 10 to 12', async ({
  signedIn: page,
}) => {
  const detail = new CropDetailPage(page);
  await page.goto('/ppt');
  await settled(page);
  for (const [name, title, months] of [
    ['paddy', 'Paddy', 'June to July'],
    ['sorghum', 'Sorghum', 'June to July'],
    ['maize', 'Maize', 'May to June'],
    ['cotton', 'Cotton', 'May to June'],
    ['sugarcane', 'Sugarcane', 'June to July'],
    ['potatoes', 'Potatoes', 'October to December'],
    ['onion', 'Onion', 'October to December'],
  ] as const) {
    await walkTo(page, `/crop-detail/${name}`);
    await expect(detail.title).toHaveText(title);
    await expect(detail.section('At a glance').getByText(months, { exact: true })).toBeVisible();
  }
});

test("Any other name shows 'Select a valid crop.'", async ({ signedIn: page }) => {
  const detail = new CropDetailPage(page);
  for (const name of [
    'wheat',
    'groundnuts',
    '0',
    '%20',
    'null',
    '__proto__',
    '%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    'a%2Fb',
    '%E2%80%AEydap',
    'x'.repeat(500),
  ]) {
    await page.goto(`/crop-detail/${name}`);
    await expect(detail.unknown, name).toBeVisible();
    await expect(detail.retry, name).toHaveCount(0);
    await expect(detail.title, name).toHaveText('Crops Description');
  }
  await detail.allCrops.click();
  await expect(page).toHaveURL('/crop-list');
});

import type { Route } from '@playwright/test';
import { expect, test } from './grow-test';
import { CropDetailPage, CropListPage } from './pages/crop-pages';

/** The known-crop keys of section 3, each with the emoji of its card. */
const CARDS = [
  ['paddy', '🌾'],
  ['cholam', '🌿'],
  ['cumbo', '🍃'],
  ['ragi', '🥣'],
  ['maize', '🌽'],
  ['redGram', '🫘'],
  ['bengalGram', '🧆'],
  ['greenGram', '🫛'],
  ['blackGram', '🌰'],
  ['horseGram', '🌱'],
  ['groundnut', '🥜'],
  ['gingelly', '🌼'],
  ['potato', '🥔'],
  ['onion', '🧅'],
  ['sugarcane', '🎋'],
  ['cotton', '☁️'],
] as const;

/** The sections of the crop detail, section 2, and what stands around them. */
const SECTIONS = [
  'At a glance',
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

test('cards for the sixteen crop keys, each with an emoji; clicking a card goes to /crop-detail/{key}', async ({
  signedIn: page,
}) => {
  await page.goto('/crop-list');
  const list = new CropListPage(page);
  await expect(list.cards).toHaveCount(16);
  for (const [place, [key, emoji]] of CARDS.entries()) {
    const card = list.cards.nth(place);
    await expect(card).toHaveAttribute('href', `/crop-detail/${key}`);
    await expect(card).toContainText(emoji);
  }
  await list.card('Cumbu').click();
  await expect(page).toHaveURL('/crop-detail/cumbo');
  await expect(new CropDetailPage(page).title).toHaveText('Cumbu');
  await page.goBack();
  await expect(page).toHaveURL('/crop-list');
  await expect(list.cards).toHaveCount(16);
});

test('each card has a drawing, and the names in Tamil and Hindi under the English one', async ({
  signedIn: page,
}) => {
  await page.goto('/crop-list');
  const list = new CropListPage(page);
  const groundnut = list.card('Groundnut');
  await expect(groundnut.locator('[lang=ta]')).toHaveText('நிலக்கடலை');
  await expect(groundnut.locator('[lang=hi]')).toHaveText('मूंगफली');
  for (const card of await list.cards.all()) {
    await card.scrollIntoViewIfNeeded();
    await expect(card.locator('img')).toHaveJSProperty('complete', true);
    await expect(card.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  }
});

test('the search takes any spelling and local name, and says how many it found', async ({
  signedIn: page,
}) => {
  await page.goto('/crop-list');
  const list = new CropListPage(page);
  await expect(list.count).toHaveText('16 crops');
  for (const [words, name] of [
    ['sorgh', 'Sorghum'],
    ['jowar', 'Sorghum'],
    ['red-gram', 'Red Gram'],
    ['redGram', 'Red Gram'],
    ['துவரை', 'Red Gram'],
    ['मक्का', 'Maize'],
    [' potatoes ', 'Potatoes'],
  ] as const) {
    await list.search.fill(words);
    await expect(list.cards).toHaveCount(1);
    await expect(list.cards).toContainText(name);
    await expect(list.count).toHaveText('1 crop');
  }
  await list.search.fill('gram');
  await expect(list.count).toHaveText('5 crops');
  // Makkacholam is maize; the crop of that very name comes first.
  await list.search.fill('CHOLAM');
  await expect(list.count).toHaveText('2 crops');
  await expect(list.cards.first()).toContainText('Sorghum');
});

test('a search for what is no crop says so, and is cleared with one tap', async ({ signedIn: page }) => {
  await page.goto('/crop-list');
  const list = new CropListPage(page);
  for (const words of ['wheat', '<img src=x onerror=alert(1)>', '\u202Egnihton', '🌾']) {
    await list.search.fill(words);
    await expect(list.count).toHaveText(`No crop found for “${words}”.`);
    await expect(list.cards).toHaveCount(0);
  }
  await list.clear.click();
  await expect(list.cards).toHaveCount(16);
  await expect(list.search).toHaveValue('');
  await expect(list.search).toBeFocused();
  await expect(list.clear).toHaveCount(0);
});

test('every crop has all sections of the specification, in its order, and its sources', async ({
  signedIn: page,
}) => {
  const detail = new CropDetailPage(page);
  for (const [key] of CARDS) {
    await page.goto(`/crop-detail/${key}`);
    await expect(detail.sections, key).toHaveText(SECTIONS);
    expect(await detail.section('Sources').getByRole('listitem').count(), key).toBeGreaterThanOrEqual(2);
  }
});

test('an entry holds what the specification names in each section', async ({ signedIn: page }) => {
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

test('half kilograms stay half kilograms', async ({ signedIn: page }) => {
  await page.goto('/crop-detail/redGram');
  const nutrients = new CropDetailPage(page).section('Nutrient Requirements');
  await expect(nutrients.getByRole('row').nth(1)).toHaveText(/^Nitrogen \(N\)\s*12\.5\s*30$/);
});

test('the sowing months of the specification', async ({ signedIn: page }) => {
  const detail = new CropDetailPage(page);
  for (const [name, title, months] of [
    ['paddy', 'Paddy', 'June to July'],
    ['sorghum', 'Sorghum', 'June to July'],
    ['maize', 'Maize', 'May to June'],
    ['cotton', 'Cotton', 'May to June'],
    ['sugarcane', 'Sugarcane', 'June to July'],
    ['potatoes', 'Potatoes', 'October to December'],
    ['onion', 'Onion', 'October to December'],
  ] as const) {
    await page.goto(`/crop-detail/${name}`);
    await expect(detail.title).toHaveText(title);
    await expect(detail.section('At a glance').getByText(months, { exact: true })).toBeVisible();
  }
});

test('any spelling in the address leads to the entry', async ({ signedIn: page }) => {
  const detail = new CropDetailPage(page);
  for (const [name, title] of [
    ['CHOLAM', 'Sorghum'],
    ['RED%20GRAM', 'Red Gram'],
    ['red-gram', 'Red Gram'],
    ['CUMBU', 'Cumbu'],
    ['potato', 'Potatoes'],
  ] as const) {
    await page.goto(`/crop-detail/${name}`);
    await expect(detail.title, name).toHaveText(title);
  }
});

test('the ways into the sections lead there', async ({ signedIn: page }) => {
  await page.goto('/crop-detail/onion');
  const detail = new CropDetailPage(page);
  await expect(detail.title).toHaveText('Onion');
  const ways = page.getByRole('navigation', { name: 'Sections' });
  const way = ways.getByRole('link', { name: 'Government Initiatives' });
  if (!(await way.isVisible())) await ways.getByText('Sections').click();
  await way.click();
  await expect(detail.section('Government Initiatives')).toBeInViewport();
});

test("any other name shows 'Select a valid crop.' with the way back to the list", async ({
  signedIn: page,
}) => {
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

const broken: Record<string, (route: Route) => Promise<void>> = {
  'a 500': (route) => route.fulfill({ status: 500, body: 'oops' }),
  'a 429': (route) => route.fulfill({ status: 429, body: '' }),
  "a gateway's 404": (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>gone</h1>' }),
  'no network': (route) => route.abort(),
  'a page instead of JSON': (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>portal</h1>' }),
  'an entry of another shape': (route) =>
    route.fulfill({ status: 200, json: { crop: 'paddy', varieties: 'many' } }),
};

for (const [what, answer] of Object.entries(broken)) {
  test(`${what} for an entry is said, and Try again mends it`, async ({ signedIn: page }) => {
    let mended = false;
    await page.route('**/api/v1/crops/paddy', (route) => (mended ? route.continue() : answer(route)));
    await page.goto('/crop-detail/paddy');
    const detail = new CropDetailPage(page);
    await expect(detail.error).toBeVisible();
    await expect(detail.unknown).toHaveCount(0);
    await expect(detail.allCrops).toBeVisible();
    mended = true;
    await detail.retry.click();
    await expect(detail.title).toHaveText('Paddy');
  });
}

test('a list that cannot be read is said, and Try again mends it', async ({ signedIn: page }) => {
  let mended = false;
  await page.route('**/api/v1/crops', (route) =>
    mended ? route.continue() : route.fulfill({ status: 500, body: '' }),
  );
  await page.goto('/crop-list');
  await expect(page.getByRole('alert')).toBeVisible();
  mended = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(new CropListPage(page).cards).toHaveCount(16);
});

test('a slow entry keeps its place and says that it is loading', async ({ signedIn: page }) => {
  let answer = () => {};
  const held = new Promise<void>((release) => {
    answer = release;
  });
  await page.route('**/api/v1/crops/ragi', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/crop-detail/ragi');
  const loading = page.getByRole('main').getByRole('status');
  await expect(loading).toHaveText('Loading...');
  answer();
  await expect(new CropDetailPage(page).title).toHaveText('Ragi');
  await expect(loading).toHaveCount(0);
});

test('an entry with script in it is only text', async ({ signedIn: page }) => {
  await page.route('**/api/v1/crops/maize', async (route) => {
    const response = await route.fetch();
    const entry = await response.json();
    entry.importance_in_india.overview = '<img src=x onerror=alert(1)>';
    entry.varieties = ['<b>bold</b>', 'x'.repeat(300)];
    await route.fulfill({ response, json: entry });
  });
  await page.goto('/crop-detail/maize');
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  await expect(page.getByText('<b>bold</b>')).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

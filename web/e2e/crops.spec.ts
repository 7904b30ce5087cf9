import { expect, test } from './grow-test';
import { CropDetailPage, CropListPage } from './pages/crop-pages';
import { BOTH_WIDTHS } from './tags';

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

test('the longest name stays in its card, in any letters', BOTH_WIDTHS, async ({ signedIn: page }) => {
  await page.goto('/crop-list');
  const names = page.getByRole('main').locator('[lang="ta"], [lang="hi"]');
  await expect(names).toHaveCount(32);
  const outside = await names.evaluateAll((names) =>
    names
      .filter((name) => {
        const words = document.createRange();
        words.selectNodeContents(name);
        const { left, right } = words.getBoundingClientRect();
        const card = name.closest('a')?.getBoundingClientRect() ?? new DOMRect();
        return left < card.left || right > card.right;
      })
      .map((name) => name.textContent),
  );
  expect(outside).toEqual([]);
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
  // 'Makkacholam' (maize) matches too; the exact name is first.
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

test('half kilograms stay half kilograms', async ({ signedIn: page }) => {
  await page.goto('/crop-detail/redGram');
  const nutrients = new CropDetailPage(page).section('Nutrient Requirements');
  await expect(nutrients.getByRole('row').nth(1)).toHaveText(/^Nitrogen \(N\)\s*12\.5\s*30$/);
});

test(
  'an entry says what a field needs, and what to do if the rain fails',
  BOTH_WIDTHS,
  async ({ signedIn: page }) => {
    await page.goto('/crop-detail/groundnut');
    const field = new CropDetailPage(page).section('For your field');
    await expect(field.getByRole('definition').first()).toHaveText(
      /^(125 - 160 kg \/ hectare|51 - 65 kg \/ acre)$/,
    );
    await expect(field).toContainText('Sown in kharif');
    await expect(field).toContainText('a light watering saves the pods');
    await field.getByRole('button', { name: 'How do we know?' }).click();
    await expect(field).toContainText('Agri Panchangam: groundnut');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  },
);

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

test('the ways into the sections lead there', BOTH_WIDTHS, async ({ signedIn: page }) => {
  await page.goto('/crop-detail/onion');
  const detail = new CropDetailPage(page);
  await expect(detail.title).toHaveText('Onion');
  const ways = page.getByRole('navigation', { name: 'Sections' });
  const way = ways.getByRole('link', { name: 'Government Initiatives' });
  if (!(await way.isVisible())) await ways.getByText('Sections').click();
  await way.click();
  await expect(detail.section('Government Initiatives')).toBeInViewport();
});

test('an entry with script in it is only text', async ({ signedIn: page }) => {
  await page.route('**/api/v1/crops/maize?*', async (route) => {
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

import { expect, test } from '../grow-test';
import { KnownCropsPage } from '../pages/known-crops-page';

/** Cards in the order of the known-crop keys (section 3). */
const CARDS = [
  '🌾 Paddy',
  '🌿 Sorghum',
  '🍃 Cumbu',
  '🥣 Ragi',
  '🌽 Maize',
  '🫘 Red Gram',
  '🧆 Bengal Gram',
  '🫛 Green Gram',
  '🌰 Black Gram',
  '🌱 Horse Gram',
  '🥜 Groundnut',
  '🌼 Gingelly',
  '🥔 Potatoes',
  '🧅 Onion',
  '🎋 Sugarcane',
  '☁️ Cotton',
];

test('A grid of crop cards, each with an emoji, for the sixteen crops', async ({ signedIn: page }) => {
  await page.goto('/manage-crops');
  await expect(new KnownCropsPage(page).cards).toHaveText(CARDS);
});

test("Tapping a card toggles that crop as known; the screen's list updates to match", async ({
  signedIn: page,
}) => {
  await page.goto('/manage-crops');
  const crops = new KnownCropsPage(page);
  const paddy = crops.card('Paddy');
  const known = async () => (await (await page.request.get('/api/v1/me/profile')).json()).known_crops;
  await expect(paddy).toHaveAttribute('aria-pressed', 'false');
  // A missing record is created with a list of one crop.
  await paddy.click();
  await expect(paddy).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(known).toEqual(['paddy']);
  await crops.card('Red Gram').click();
  await expect.poll(known).toEqual(['paddy', 'redGram']);
  await page.reload();
  await expect(paddy).toHaveAttribute('aria-pressed', 'true');
  await paddy.click();
  await expect(paddy).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(known).toEqual(['redGram']);
});

test('selected cards are highlighted', async ({ signedIn: page }) => {
  await page.goto('/manage-crops');
  const onion = new KnownCropsPage(page).card('Onion');
  const look = () =>
    onion.evaluate((card) => {
      const { backgroundColor, borderColor, boxShadow } = getComputedStyle(card);
      return `${backgroundColor} ${borderColor} ${boxShadow}`;
    });
  const plain = await look();
  await onion.click();
  await expect(onion.locator('svg')).toBeVisible();
  await expect.poll(look).not.toBe(plain);
});

test("Remove crop with no record: 'Document doesn't exist. No crop to remove.' (logged)", async ({
  signedIn: page,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  // The screen assumes a record that the server does not have.
  await page.route('**/api/v1/me/profile', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), known_crops: ['paddy'] } });
  });
  await page.goto('/manage-crops');
  await new KnownCropsPage(page).card('Paddy').click();
  await expect.poll(() => logged).toContain("Document doesn't exist. No crop to remove.");
  await expect(new KnownCropsPage(page).alert).toHaveCount(0);
});

test('A tap that cannot be saved is taken back and said', async ({ signedIn: page }) => {
  await page.route('**/api/v1/me/known-crops/*', (route) =>
    route.fulfill({ status: 422, json: { type: 'too-many-changes' } }),
  );
  await page.goto('/manage-crops');
  const crops = new KnownCropsPage(page);
  await crops.card('Paddy').click();
  await expect(crops.alert).toContainText('Paddy could not be saved.');
  await expect(crops.card('Paddy')).toHaveAttribute('aria-pressed', 'false');
});

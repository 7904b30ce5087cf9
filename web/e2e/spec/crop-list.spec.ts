import { expect, test } from '../grow-test';
import { CropDetailPage, CropListPage } from '../pages/crop-pages';

/** Known-crop keys (section 3), with the emoji of their cards. */
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

test('Cards for the sixteen crop keys, each with an emoji. Clicking a card goes to /crop-detail/{key}', async ({
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

import { agree, expect, ON_FIRST_OF_JULY, settled, signIn, test } from './grow-test';
import { cropNote, openMore } from './pages/crop-table';
import { wordsOf } from './words';

test.use({ settings: ON_FIRST_OF_JULY, locale: 'ta-IN' });

const say = wordsOf('ta');

/** A message as it is shown, with any figures and units in it. */
const shown = (message: string) => {
  const parts = message.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(parts.join('.+'));
};

const PROJECTED = 'Met now: {met} %. If all plans and advice are followed: {followed} %.';
const MARGIN = [
  'A usual year leaves {from} to {to} {each} after costs.',
  'A usual year leaves up to {to} {each} after costs, or loses up to {from}.',
];

test('a crop says what is met now and what becomes of it if all plans and advice are followed', async ({
  page,
}) => {
  await page.goto('/demand');
  await settled(page);
  const opener = `${say('How do we know?')} துவரை`;
  const row = cropNote(page, opener);
  await openMore(page);
  await expect(row.getByText(say('Imported today.'))).toBeVisible();
  await expect(row.getByText(shown(say(PROJECTED)))).toBeVisible();
  await page.goto('/demand?region=IN-TN');
  await settled(page);
  await openMore(page);
  await expect(row.getByRole('button', { name: opener })).toBeVisible();
  await expect(row.getByText(shown(say(PROJECTED)))).toHaveCount(0);
});

test('a card says what a usual year leaves a farmer of Erode', async ({ page, farmer }) => {
  await signIn(page, farmer);
  await agree(page);
  await page.request.put('/api/v1/me/place', { data: { place: 'Erode' } });
  await page.goto('/advice');
  await settled(page);
  const first = page
    .getByRole('region')
    .filter({ has: page.getByRole('button', { name: new RegExp(say('I plan to sow this')) }) })
    .first();
  await expect(
    first.getByText(new RegExp(MARGIN.map((message) => shown(say(message)).source).join('|'))),
  ).toBeVisible();
});

import { expect, ON_FIRST_OF_JULY, signIn, test } from './grow-test';
import { YourField } from './pages/your-field';
import { BOTH_STORES } from './tags';
import { wordsOf } from './words';

test.use({ settings: ON_FIRST_OF_JULY, locale: 'ta-IN' });

const say = wordsOf('ta');

test(
  'a smallholder of Perundurai comes in Tamil from her village to her advice, her plan, her sowing and its harvest',
  BOTH_STORES,
  async ({ page, farmer }) => {
    const button = (name: string) => page.getByRole('button', { name: say(name), exact: true });
    await signIn(page, farmer);
    await page.goto('/ftl');
    await page.getByLabel(say('Number')).fill('௯௮௭௬௫ ௪௩௨௧௦');
    await page.getByLabel(say('Place')).fill('பெருந்துறை');
    // It is known by the sound of its name, which is not certain enough to decide: one tap says the district.
    await page.getByRole('option', { name: 'ஈரோடு, தமிழ்நாடு' }).click();
    await button('Submit').click();
    await button('I agree').click();

    const yourField = new YourField(page, say);
    await yourField.open();
    const field = yourField.questions;
    await page.getByLabel(say('In your unit')).fill('2.25');
    await expect(field.getByText('0.91 எக்டேர்', { exact: true })).toBeVisible();
    await button('Save my land').click();
    await field.getByText(say('Once or twice')).click();
    await button('No soil test').click();
    await field.getByText(say('Nothing (fallow)')).click();
    await field.getByRole('button', { name: 'நிலக்கடலை' }).click();
    await page.goto('/advice');
    const first = page
      .getByRole('region')
      .filter({ has: page.getByRole('button', { name: new RegExp(say('I plan to sow this')) }) })
      .first();
    await first.getByRole('button', { name: new RegExp(`^${say('More about it')}`) }).click();
    await expect(first.getByText('2.25 ஏக்கர்', { exact: false }).first()).toBeVisible();

    await first.getByRole('button', { name: say('I plan to sow this') }).click();
    await page.getByRole('dialog').getByLabel(say('In your unit')).fill('2.25');
    await button('I plan this').click();
    await page
      .getByRole('region', { name: say('You plan') })
      .getByRole('button')
      .first()
      .click();
    await button('Save the sowing').click();
    await expect(
      page.getByText(say('Note the harvest when it is in, and the land is free at once.')),
    ).toBeVisible();

    await page.goto('/my-sowing');
    await page.getByRole('button', { name: new RegExp(`^${say('Harvested')}`) }).click();
    await button('Yes, it is harvested').click();
    await button('Save the harvest').click();
    await button('Undo').first().click();
    await expect(page.getByRole('button', { name: new RegExp(`^${say('Failed')}`) })).toBeVisible();
  },
);

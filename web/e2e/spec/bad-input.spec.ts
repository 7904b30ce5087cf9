import { agree, expect, signIn, test } from '../grow-test';
import { AppHeader } from '../pages/app-header';
import { demandTable } from '../pages/crop-table';
import { KnownCropsPage } from '../pages/known-crops-page';
import { NpkPage, PlacePage, ProfileFormPage } from '../pages/record-pages';

/** Unusual texts, which a form must return unchanged. */
const WORDS = {
  '200 characters': 'ந'.repeat(200),
  'right to left': 'مدراس ودارم',
  'combining characters': `E${'\u0301\u0323'.repeat(40)}rode`,
  markup: '<img src=x onerror=alert(1)><script>alert(1)</script>',
  emoji: '👩‍🌾🌾',
} as const;

for (const [kind, words] of Object.entries(WORDS)) {
  test(`A place of ${kind} is saved and shown as it was written`, async ({ signedIn: page }) => {
    await page.goto('/place');
    const form = new PlacePage(page);
    await form.place.fill(words);
    await form.submit.click();
    await expect(form.saved).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/profile');
    await expect(page.getByRole('definition').filter({ hasText: words }).first()).toHaveText(words);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.goto('/place');
    await expect(form.place).toHaveValue(words);
  });
}

test('A number that is no phone number and a place of more than 200 characters are refused in words', async ({
  signedIn: page,
}) => {
  await page.goto('/ftl');
  const form = new ProfileFormPage(page);
  await form.number.fill('9'.repeat(2000));
  await form.place.fill('x'.repeat(2000));
  await form.submit.click();
  await expect(form.alert).toHaveText('Please enter a phone number, such as 98765 43210 or +91 98765 43210.');
  await expect(form.number).toBeFocused();
  await form.number.fill('+91 ௯௮௭௬௫-௪௩௨௧௦');
  await form.submit.click();
  await expect(form.alert).toHaveText('This place is too long or has signs that cannot be saved.');
  await expect(form.place).toHaveValue('x'.repeat(2000));
  await form.place.fill('x'.repeat(200));
  await form.submit.click();
  await expect(form.saved).toBeVisible();
  await page.goto('/ftl');
  await expect(form.number).toHaveValue('+91 98765 43210');
});

test('Nonsense parameters of an address change nothing', async ({ signedIn: page }) => {
  for (const address of [
    '/demand?sort=%3Cscript%3E&x[]=1',
    '/npk?n=999999&__proto__=1',
    '/add?crop=GROUNDNUT#<script>',
    '/rec-known?page=-1',
  ]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }), address).toBeVisible();
    await expect(page.getByRole('alert'), address).toHaveCount(0);
  }
  await page.goto('/npk?n=999999');
  await expect(new NpkPage(page).nutrients[0]).toHaveValue('0');
});

test('A region with script in it is no region', async ({ page }) => {
  await page.goto('/demand?region=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E');
  await expect(page.getByRole('alert')).toHaveText('Error fetching data: No data found.');
});

test('An address that cannot be decoded shows that it is no crop', async ({ signedIn: page }) => {
  await page.goto('/crop-list');
  for (const name of ['%E0%A4%A', '%', '%FF']) {
    await page.goto(`/crop-detail/${name}`);
    await expect(page.getByText('Select a valid crop.'), name).toBeVisible();
  }
});

test('With storage disabled a farmer still signs in, saves and signs out', async ({ page, farmer }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Storage is disabled', 'SecurityError');
        },
      });
    }
  });
  await signIn(page, farmer);
  await agree(page);
  await page.goto('/manage-crops');
  const onion = new KnownCropsPage(page).card('Onion');
  await onion.click();
  await expect(onion).toHaveAttribute('aria-pressed', 'true');
  const header = new AppHeader(page);
  await header.choose('NPK Update');
  await new NpkPage(page).submit.click();
  await expect(page).toHaveURL('/manage-crops');
  await header.choose('Total Demand');
  await expect(demandTable(page).rows).toHaveCount(16);
  await header.choose('Sign Out');
  await expect(page).toHaveURL('/login');
});

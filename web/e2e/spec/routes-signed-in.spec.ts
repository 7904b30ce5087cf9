import { comeBack } from '../answers';
import { expect, ignorePageAnswers, test } from '../grow-test';

/** Signed-in routes (section 2): path, and the title of its screen. */
const SCREENS = [
  ['/ppt', 'Presentation'],
  ['/profile', 'Profile - User information here!'],
  ['/ftl', 'Complete Your Profile'],
  ['/npk', 'Update NPK Values'],
  ['/place', 'Update Your Place'],
  ['/add', 'Add Crop and Field Size'],
  ['/manage-crops', 'My Known Crops'],
  ['/demand', 'Crop Estimation Data'],
  ['/my-sowing', 'My Sowing Data'],
  ['/rec-known', 'Recommended Crops Based on Known Crops'],
  ['/rec-sc', 'Recommended Crops Based on Soil and Climate'],
  ['/crop-detail/paddy', 'Paddy'],
  ['/crop-list', 'Crops Description'],
] as const;

test('Each signed-in route shows its screen: its heading, its title and its address', async ({
  signedIn: page,
}) => {
  for (const [path, heading] of SCREENS) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveText(heading);
      await expect.soft(page, path).toHaveURL(path);
      await expect.soft(page, path).toHaveTitle(`${heading} · Grow`);
    });
  }
});

for (const path of ['/login', '/']) {
  test(`${path}: Redirects to /dashboard`, async ({ signedIn: page }) => {
    await page.goto('/ppt');
    await page.goto(path);
    await expect(page).toHaveURL('/dashboard');
    await page.goBack();
    await expect(page).toHaveURL('/ppt');
  });
}

test('A path that the table does not name leads a signed-in user to /dashboard', async ({
  signedIn: page,
}) => {
  for (const path of ['/no/such/place', '/npk/more', '/crop-detail', '/demand/%3Cscript%3E']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/dashboard');
  }
});

test('Every route below except /ppt sits behind a guard that sends users without a signed-in user to /login', async ({
  signedIn: page,
  farmer,
}) => {
  const { user: known } = await (await page.request.get('/api/v1/session')).json();
  let user: object | null = null;
  await ignorePageAnswers(page);
  await page.route('**/api/v1/session', (route) => route.fulfill({ json: { user } }));
  const guarded = SCREENS.filter(([path]) => path !== '/ppt' && path !== '/demand');
  for (const [path, heading] of [...guarded, ['/dashboard', `Welcome ${farmer.name}`] as const]) {
    user = { ...known, display_name: farmer.name };
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    // The first view has the heading as well; the menu comes with the app, which notices a return.
    await expect(page.getByRole('button', { name: /^Menu of / })).toBeVisible();
    user = null;
    await comeBack(page);
    await expect(page, path).toHaveURL('/login');
  }
});

import { expect, test } from '../grow-test';

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

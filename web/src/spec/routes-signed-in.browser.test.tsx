import { test } from 'vitest';
import { expectAt, expectText, heading } from '@/testing/expectations';
import { FARMER } from '@/testing/first-answers';
import { openScreen } from '@/testing/render-screen';
import { reply, server } from '@/testing/server';

/** The signed-in routes of section 2 but /ppt and /demand, which guests see, too. */
const GUARDED = [
  ['/dashboard', `Welcome ${FARMER.display_name}`],
  ['/profile', 'Profile - User information here!'],
  ['/ftl', 'Complete Your Profile'],
  ['/npk', 'Update NPK Values'],
  ['/place', 'Update Your Place'],
  ['/add', 'Add Crop and Field Size'],
  ['/manage-crops', 'My Known Crops'],
  ['/my-sowing', 'My Sowing Data'],
  ['/rec-known', 'Recommended Crops Based on Known Crops'],
  ['/rec-sc', 'Recommended Crops Based on Soil and Climate'],
  ['/crop-detail/wheat', 'Crops Description'],
  ['/crop-list', 'Crops Description'],
] as const;

test('Every route below except /ppt sits behind a guard that sends users without a signed-in user to /login', async () => {
  server.answer('GET /api/v1/crops/{name}', reply(404));
  for (const [path, title] of GUARDED) {
    server.answer('GET /api/v1/session', { user: FARMER });
    await openScreen(path);
    await expectText(heading(1), title);
    await expectAt(path);
    server.answer('GET /api/v1/session', { user: null });
    dispatchEvent(new Event('visibilitychange'));
    await expectAt('/login');
  }
});

/** All screens of the route table, by who may open them. */
export const GUEST_SCREENS: readonly string[] = ['/demand', '/login', '/ppt'];

export const FARMER_SCREENS: readonly string[] = [
  '/dashboard',
  '/advice',
  '/profile',
  '/ftl',
  '/npk',
  '/place',
  '/add',
  '/manage-crops',
  '/demand',
  '/my-sowing',
  '/rec-known',
  '/rec-sc',
  '/crop-list',
  '/crop-detail/paddy',
  '/ppt',
];

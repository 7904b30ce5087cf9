/** The only place that spells a route. */
export const paths = {
  home: '/',
  slides: '/ppt',
  login: '/login',
  demand: '/demand',
  dashboard: '/dashboard',
  profile: '/profile',
  completeProfile: '/ftl',
  npk: '/npk',
  place: '/place',
  sow: '/add',
  knownCrops: '/manage-crops',
  sowings: '/my-sowing',
  recommendedKnown: '/rec-known',
  recommendedClimate: '/rec-sc',
  cropList: '/crop-list',
  cropDetail: '/crop-detail/:cropName',
} as const;

export const cropDetailPath = (crop: string) => `/crop-detail/${encodeURIComponent(crop)}`;

/** Addresses the server answers itself: leaving the app is meant. */
export const serverPaths = {
  signIn: (mode: 'popup' | 'redirect', next: string) =>
    `/auth/start?${new URLSearchParams({ mode, next }).toString()}`,
  demandEvents: '/api/v1/demand/events',
  deck: '/deck/index.html',
} as const;

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

/** The region that counts all others, shown where an address names none. */
export const INDIA = 'IN';

/** The region that an address names: `?region=IN-TN`. */
export const regionOf = (query: URLSearchParams) => query.get('region')?.toUpperCase() || INDIA;

function withRegion(path: string, region: string, also: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(region !== INDIA && { region }), ...also }).toString();
  return query ? `${path}?${query}` : path;
}

export const demandPath = (region: string) => withRegion(paths.demand, region);

export const cropDetailPath = (crop: string) => `/crop-detail/${encodeURIComponent(crop)}`;

/** Addresses the server answers itself: leaving the app is meant. */
export const serverPaths = {
  signIn: (mode: 'popup' | 'redirect', next: string) =>
    `/auth/start?${new URLSearchParams({ mode, next }).toString()}`,
  /** Everything that happens after an event, or all of it and what happens from now on. */
  demandEvents: (region: string, after: string | undefined) =>
    withRegion('/api/v1/demand/events', region, after ? { after } : {}),
  /** The operator's own deck and logo are had by way of these. */
  deck: '/deck/index.html',
  logo: '/logo.svg',
} as const;

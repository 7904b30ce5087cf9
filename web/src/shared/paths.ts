/** All routes of the app. No other file spells a route. */
export const paths = {
  home: '/',
  slides: '/ppt',
  login: '/login',
  demand: '/demand',
  dashboard: '/dashboard',
  advice: '/advice',
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

/** Key of the national region, used if an address names none. */
export const INDIA = 'IN';

/** Returns the region of an address: `?region=IN-TN`. */
export const regionOf = (query: URLSearchParams) => query.get('region')?.toUpperCase() || INDIA;

function withRegion(path: string, region: string, also: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(region !== INDIA && { region }), ...also }).toString();
  return query ? `${path}?${query}` : path;
}

export const demandPath = (region: string) => withRegion(paths.demand, region);

export const cropDetailPath = (crop: string) => `/crop-detail/${encodeURIComponent(crop)}`;

/** Addresses that the server answers. Links to them leave the app. */
export const serverPaths = {
  signIn: (mode: 'popup' | 'redirect', next: string) =>
    `/auth/start?${new URLSearchParams({ mode, next }).toString()}`,
  /** Live events after the given one. Without it: the whole state, then changes. */
  demandEvents: (region: string, after: string | undefined) =>
    withRegion('/api/v1/demand/events', region, after ? { after } : {}),
  /** Files that an operator may replace. */
  deck: (language: string) => (language === 'en' ? '/deck/index.html' : `/deck/${language}/index.html`),
  logo: '/logo.svg',
  /** Illustration of a crop. */
  drawing: (crop: string) => `/crops/${crop}.svg`,
} as const;

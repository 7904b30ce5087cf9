import type { ComponentType } from 'react';
import { type Catalogue, FARMERS_SCREEN, withMessages } from '@/shared/i18n/language';
import { paths } from '@/shared/paths';
import { lazyPart } from '@/shared/ui/lazy-part';
import { ScreenLoading } from '@/shared/ui/spinner';
import { screenFailure } from './failures';
import type { Access } from './guard';

export interface AppRoute {
  path: string;
  access: NonNullable<Access>;
  /** The catalogues of its sentences, in addition to the guests'. */
  catalogues: readonly Catalogue[];
  Page: ReturnType<typeof lazyPart<object>>;
}

function route(
  path: string,
  access: AppRoute['access'],
  load: () => Promise<{ default: ComponentType }>,
  catalogues = access === 'public' ? [] : FARMERS_SCREEN,
): AppRoute {
  const Page = lazyPart(async () => (await withMessages(catalogues, load)).default, {
    meanwhile: <ScreenLoading />,
    afterFailure: screenFailure,
  });
  return { path, access, catalogues, Page };
}

/** All screens of the app. `/` has none: it only redirects. */
export const routes: readonly AppRoute[] = [
  route(paths.slides, 'public', () => import('@/pages/slides-page')),
  route(paths.login, 'public', () => import('@/pages/login-page')),
  route(paths.demand, 'public', () => import('@/pages/demand-page')),
  route(paths.dashboard, 'signed-in', () => import('@/pages/dashboard-page')),
  route(paths.advice, 'signed-in', () => import('@/pages/advice-page'), ['farmer']),
  route(paths.profile, 'signed-in', () => import('@/pages/profile-page')),
  route(paths.completeProfile, 'signed-in', () => import('@/pages/complete-profile-page')),
  route(paths.npk, 'signed-in', () => import('@/pages/npk-page')),
  route(paths.place, 'signed-in', () => import('@/pages/place-page')),
  route(paths.sow, 'signed-in', () => import('@/pages/sow-page')),
  route(paths.knownCrops, 'signed-in', () => import('@/pages/known-crops-page')),
  route(paths.sowings, 'signed-in', () => import('@/pages/sowings-page')),
  route(paths.recommendedKnown, 'signed-in', () => import('@/pages/recommended-known-page')),
  route(paths.recommendedClimate, 'signed-in', () => import('@/pages/recommended-climate-page')),
  route(paths.cropList, 'signed-in', () => import('@/pages/crop-list-page')),
  route(paths.cropDetail, 'signed-in', () => import('@/pages/crop-detail-page')),
];

const segments = (path: string) => path.split('/').filter(Boolean);

/** Returns the route that matches a path. A segment with a leading colon matches any name. */
export function routeOf(path: string): AppRoute | undefined {
  const wanted = segments(path);
  return routes.find((one) => {
    const own = segments(one.path);
    return (
      own.length === wanted.length &&
      own.every((segment, index) => segment.startsWith(':') || segment === wanted[index])
    );
  });
}

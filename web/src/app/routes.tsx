import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { cropSentences } from '@/features/crops/sentences';
import { recommendationSentences } from '@/features/recommendations/sentences';
import { recordSentences } from '@/features/record/sentences';
import { paths } from '@/shared/paths';
import type { Access } from './guard';

interface Route {
  path: string;
  access: NonNullable<Access>;
  /** Starts loading the chunk of the page before it is shown. */
  load: () => Promise<unknown>;
  Page: LazyExoticComponent<ComponentType>;
}

function route(
  path: string,
  access: Route['access'],
  load: () => Promise<{ default: ComponentType }>,
): Route {
  return { path, access, load, Page: lazy(load) };
}

/** A screen, with the sentences of its parts of the app. */
async function withSentences<Page>(
  sentences: (() => Promise<void>) | readonly (() => Promise<void>)[],
  page: Promise<Page>,
): Promise<Page> {
  const [loaded] = await Promise.all([page, ...[sentences].flat().map((load) => load())]);
  return loaded;
}

/** Every screen of the app. `/` is none: it only redirects. */
export const routes: readonly Route[] = [
  route(paths.slides, 'public', () => import('@/pages/slides-page')),
  route(paths.login, 'public', () => import('@/pages/login-page')),
  route(paths.demand, 'public', () => import('@/pages/demand-page')),
  route(paths.dashboard, 'signed-in', () =>
    withSentences([recommendationSentences, recordSentences], import('@/pages/dashboard-page')),
  ),
  route(paths.profile, 'signed-in', () => withSentences(recordSentences, import('@/pages/profile-page'))),
  route(paths.completeProfile, 'signed-in', () =>
    withSentences(recordSentences, import('@/pages/complete-profile-page')),
  ),
  route(paths.npk, 'signed-in', () => withSentences(recordSentences, import('@/pages/npk-page'))),
  route(paths.place, 'signed-in', () => withSentences(recordSentences, import('@/pages/place-page'))),
  route(paths.sow, 'signed-in', () => import('@/pages/sow-page')),
  route(paths.knownCrops, 'signed-in', () => import('@/pages/known-crops-page')),
  route(paths.sowings, 'signed-in', () => import('@/pages/sowings-page')),
  route(paths.recommendedKnown, 'signed-in', () =>
    withSentences(recommendationSentences, import('@/pages/recommended-known-page')),
  ),
  route(paths.recommendedClimate, 'signed-in', () =>
    withSentences(recommendationSentences, import('@/pages/recommended-climate-page')),
  ),
  route(paths.cropList, 'signed-in', () => withSentences(cropSentences, import('@/pages/crop-list-page'))),
  route(paths.cropDetail, 'signed-in', () =>
    withSentences(cropSentences, import('@/pages/crop-detail-page')),
  ),
];

const segments = (path: string) => path.split('/').filter(Boolean);

/** The screen at a path; a segment that starts with a colon stands for any name. */
export function routeOf(path: string): Route | undefined {
  const wanted = segments(path);
  return routes.find((one) => {
    const own = segments(one.path);
    return (
      own.length === wanted.length &&
      own.every((segment, place) => segment.startsWith(':') || segment === wanted[place])
    );
  });
}

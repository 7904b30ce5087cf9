import { type ComponentType, lazy, useState } from 'react';
import { cropSentences } from '@/features/crops/sentences';
import { recommendationSentences } from '@/features/recommendations/sentences';
import { recordSentences } from '@/features/record/sentences';
import { signInSentences } from '@/features/session/sentences';
import { paths } from '@/shared/paths';
import type { Access } from './guard';

const pages = import.meta.glob<{ default: ComponentType }>('../pages/*-page.tsx');

/** The sentences of parts of the app, which are loaded with the screens that say them. */
const sentences = {
  crops: cropSentences,
  recommendations: recommendationSentences,
  record: recordSentences,
  'sign-in': signInSentences,
};

export interface AppRoute {
  path: string;
  access: NonNullable<Access>;
  /** The name of its file in `pages/`. */
  page: string;
  sentences: readonly (keyof typeof sentences)[];
  /** Loads the page before it is shown: it then stands there at once, without a look at its fallback. */
  load: () => Promise<void>;
  Page: ComponentType;
}

function route(
  path: string,
  access: AppRoute['access'],
  page: string,
  said: AppRoute['sentences'] = [],
): AppRoute {
  const load = pages[`../pages/${page}-page.tsx`];
  if (!load) throw new Error(`There is no ${page}-page`);
  let loaded: ComponentType | undefined;
  const loadPage = async () => {
    const [screen] = await Promise.all([load(), ...said.map((part) => sentences[part]())]);
    loaded = screen.default;
    return screen;
  };
  const LazyPage = lazy(loadPage);
  function Page() {
    const [Screen] = useState(() => loaded ?? LazyPage);
    return <Screen />;
  }
  return { path, access, page, sentences: said, load: async () => void (await loadPage()), Page };
}

/** Every screen of the app. `/` is none: it only redirects. */
export const routes: readonly AppRoute[] = [
  route(paths.slides, 'public', 'slides'),
  route(paths.login, 'public', 'login', ['sign-in']),
  route(paths.demand, 'public', 'demand'),
  route(paths.dashboard, 'signed-in', 'dashboard', ['recommendations', 'record']),
  route(paths.profile, 'signed-in', 'profile', ['record']),
  route(paths.completeProfile, 'signed-in', 'complete-profile', ['record']),
  route(paths.npk, 'signed-in', 'npk', ['record']),
  route(paths.place, 'signed-in', 'place', ['record']),
  route(paths.sow, 'signed-in', 'sow'),
  route(paths.knownCrops, 'signed-in', 'known-crops'),
  route(paths.sowings, 'signed-in', 'sowings'),
  route(paths.recommendedKnown, 'signed-in', 'recommended-known', ['recommendations']),
  route(paths.recommendedClimate, 'signed-in', 'recommended-climate', ['recommendations', 'record']),
  route(paths.cropList, 'signed-in', 'crop-list', ['crops']),
  route(paths.cropDetail, 'signed-in', 'crop-detail', ['crops']),
];

const segments = (path: string) => path.split('/').filter(Boolean);

/** The screen at a path; a segment that starts with a colon stands for any name. */
export function routeOf(path: string): AppRoute | undefined {
  const wanted = segments(path);
  return routes.find((one) => {
    const own = segments(one.path);
    return (
      own.length === wanted.length &&
      own.every((segment, place) => segment.startsWith(':') || segment === wanted[place])
    );
  });
}

import { i18n } from '@lingui/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { farmerClients } from '@/features/session/farmer-clients';
import { sessionQuery, signInQuery } from '@/shared/api/queries';
import { createQueryClient } from '@/shared/api/query-client';
import type { User } from '@/shared/api/shapes';
import { activate, LANGUAGES, withMessages } from '@/shared/i18n/language';
import { paths } from '@/shared/paths';
import { documentTitle } from '@/shared/ui/page-title';
import { App } from './app';
import { type AppRoute, routes } from './routes';
import type { Deck, PageSentences } from './server-sentences';

/** A placeholder user for the build. Its name must not appear in the markup. */
const SOMEBODY: User = { id: '', display_name: '\u{e000}', photo_url: null, email: '' };

/** What a page shows before the app runs. */
export interface FirstView {
  language: string;
  title: string;
  markup: string;
}

export type ScreenView = FirstView & Pick<AppRoute, 'path' | 'access' | 'catalogues'>;

/** What a language's pages say beside their first views. */
interface LanguageTexts {
  language: string;
  page: PageSentences;
  deck: Deck;
  /** Sentences of pages that the server writes itself. */
  server: Readonly<Record<string, string>>;
}

export interface Prerendered {
  screens: ScreenView[];
  waiting: FirstView[];
  texts: LanguageTexts[];
}

/**
 * Prerenders the first view of each route for the build: public screens as a guest sees them, other screens
 * without data. `waiting` is shown while the session is unknown. The heading of /dashboard is the farmer's
 * name, so its first view is a loading panel.
 */
export async function prerender(): Promise<Prerendered> {
  i18n.on('missing', ({ id, locale }) => {
    throw new Error(`Message ${id} is missing in the catalogues of '${locale}'`);
  });
  const screens: ScreenView[] = [];
  const waiting: FirstView[] = [];
  const texts: LanguageTexts[] = [];
  const said = await withMessages(['server'], () => import('./server-sentences'));
  await Promise.all(
    routes.filter((route) => route.path !== paths.dashboard).map((route) => route.Page.preload()),
  );
  // Loads all messages first: drawing begins to load the other parts, which a later first view would then contain.
  for (const language of LANGUAGES) await activate(language);
  for (const language of LANGUAGES) {
    i18n.activate(language);
    texts.push({ language, page: said.pageSentences(), deck: said.deck(), server: said.serverSentences() });
    waiting.push({ language, ...draw('/', undefined) });
    for (const { path, access, catalogues } of routes) {
      const view = draw(path, access === 'public' ? null : SOMEBODY);
      screens.push({ language, path, access, catalogues, ...view });
    }
  }
  return { screens, waiting, texts };
}

function draw(path: string, user: User | null | undefined): Omit<FirstView, 'language'> {
  const session = createQueryClient(null);
  const farmers = farmerClients();
  // For another provider, the server replaces this name.
  farmers
    .clientFor(user?.id ?? null)
    .setQueryData(signInQuery.queryKey, { provider: 'Google', is_google: true });
  if (user !== undefined) session.setQueryData(sessionQuery.queryKey, { user });
  const markup = renderToStaticMarkup(
    <Router ssrPath={path}>
      <App session={session} farmers={farmers} />
    </Router>,
  );
  session.clear();
  if (markup.includes(SOMEBODY.display_name)) throw new Error(`The first view of ${path} contains a name`);
  const heading = /<h1[^>]*>([^<]*)<\/h1>/.exec(markup)?.[1];
  // Input before the app runs would be lost, so that it is disabled. A press waits for the app. Links work.
  const waiting = markup
    .replaceAll(/<(input|select|textarea)(?=[ >])/g, '<$1 disabled=""')
    .replaceAll(/<button(?=[ >])/g, '<button data-waits=""');
  return { title: documentTitle(heading), markup: waiting };
}

import '@/shared/styles/tokens.css';
import '@/shared/styles/base.css';
import { StrictMode, startTransition, useLayoutEffect, useState } from 'react';
import { farmerClients } from '@/features/session/farmer-clients';
import { takePageAnswers } from '@/shared/api/page-answers';
import { regionDemandQuery, sessionQuery } from '@/shared/api/queries';
import { createQueryClient } from '@/shared/api/query-client';
import { activate, pageLanguage } from '@/shared/i18n/language';
import { paths, regionOf } from '@/shared/paths';
import { App } from './app';
import { firstRoute } from './guarded-screen';

/** The start is a few short tasks instead of a long one: between them a slow phone scrolls and follows links. */
const nextTask = () => new Promise((next) => setTimeout(next));

async function start() {
  // Everything the first screen needs starts at once, not one after the other; what the page has brought is not asked for.
  const catalogue = activate(pageLanguage());
  await nextTask();
  const session = createQueryClient(null);
  const farmers = farmerClients();
  takePageAnswers(session, farmers.of);
  await nextTask();
  void session.prefetchQuery(sessionQuery);
  const known = session.getQueryData(sessionQuery.queryKey);
  const own = farmers.of(known?.user?.id ?? null);
  const first = firstRoute(location.pathname, known);
  const screen = first?.Page.preload().catch(() => {
    // The screen itself says so when its turn comes.
  });
  if (first?.path === paths.demand) {
    void own.prefetchQuery(regionDemandQuery(regionOf(new URLSearchParams(location.search))));
  }

  // A page that the browser kept whole and brings back shows what was true when it was left.
  addEventListener('pageshow', (event) => {
    if (event.persisted) for (const client of [session, ...farmers.all()]) void client.invalidateQueries();
  });

  // It lies in a chunk that is here already, and takes a task of its own to set up.
  const { createRoot } = await import('react-dom/client');
  await nextTask();
  // What the server has drawn stands until the app can draw the same, so that nothing flashes in between.
  await Promise.all([catalogue, known && screen]);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  // In slices: a slow phone goes on scrolling and following links meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App session={session} farmers={farmers} />
        <KeptFocus />
      </StrictMode>,
    ),
  );
}

/** Whoever has come to a link of the page by keyboard is on it still when the app has drawn it anew. */
function KeptFocus() {
  const [href] = useState(() => document.activeElement?.getAttribute('href'));
  useLayoutEffect(() => {
    if (href) document.querySelector<HTMLElement>(`a[href="${href}"]`)?.focus();
  }, [href]);
  return null;
}

start().catch((error: unknown) => {
  console.error('The app did not start', error);
  // The first script tells the farmer: what the app says things with may be what failed.
  dispatchEvent(new Event('grow-start-failed'));
});

import '@/shared/styles/tokens.css';
import '@/shared/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { regionDemandQuery, sessionQuery } from '@/shared/api/queries';
import { createQueryClient } from '@/shared/api/query-client';
import { activate, pageLanguage } from '@/shared/i18n/language';
import { paths, regionOf } from '@/shared/paths';
import { App } from './app';
import { routeOf } from './routes';

const client = createQueryClient();

// Everything the first screen needs starts at once, not one after the other.
const catalogue = activate(pageLanguage());
void client.prefetchQuery(sessionQuery);
const first = routeOf(location.pathname) ?? routeOf(paths.demand);
first?.load().catch(() => {
  // The screen itself says so when its turn comes.
});
if (first?.path === paths.demand) {
  void client.prefetchQuery(regionDemandQuery(regionOf(new URLSearchParams(location.search))));
}

// A page that the browser kept whole and brings back shows what was true when it was left.
addEventListener('pageshow', (event) => {
  if (event.persisted) void client.invalidateQueries();
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

catalogue.then(
  () =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    ),
  (error: unknown) => {
    console.error('No catalogue', error);
    // The one sentence that cannot come from a catalogue.
    root.textContent = 'Grow could not be loaded. Check your network, then load this page again.';
  },
);

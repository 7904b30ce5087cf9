import '@/shared/styles/tokens.css';
import '@/shared/styles/base.css';
import { createRoot, type Root } from 'react-dom/client';
import { test } from 'vitest';
import { page } from 'vitest/browser';
import { App } from '@/app/app';
import { farmerClients } from '@/features/session/farmer-clients';
import { sessionQuery, signInQuery } from '@/shared/api/queries';
import { createQueryClient, endCalls } from '@/shared/api/query-client';
import type { User } from '@/shared/api/shapes';
import { activate } from '@/shared/i18n/language';
import { forgetAnswers } from '@/shared/storage/answers';
import { FARMER } from './first-answers';

interface Open {
  /** Null for a guest. */
  user?: User | null;
  /** Navigation state, which a link gives to the screen that it opens. */
  state?: unknown;
}

let close = () => {};

export const closeScreen = () => close();

/** Opens the app at a path, as a new page: with the session and nothing else known. */
export async function openScreen(path: string, { user = FARMER, state = null }: Open = {}): Promise<void> {
  close();
  // What the test before has shown. Some browsers keep nothing.
  if (user) await forgetAnswers(user.id).catch(() => {});
  await activate('en');
  history.pushState(state, '', path);
  const session = createQueryClient(null);
  const farmers = farmerClients();
  session.setQueryData(sessionQuery.queryKey, { user });
  farmers
    .clientFor(user?.id ?? null)
    .setQueryData(signInQuery.queryKey, { provider: 'Google', is_google: true });
  const place = document.body.appendChild(document.createElement('div'));
  place.id = 'root';
  const root: Root = createRoot(place);
  root.render(<App session={session} farmers={farmers} />);
  close = () => {
    close = () => {};
    root.unmount();
    place.remove();
    for (const client of [session, ...farmers.all()]) {
      endCalls(client);
      client.clear();
    }
  };
}

export const PHONE = [360, 740] as const;
const DESKTOP = [1280, 800] as const;

/** Runs a test on a phone and on a desktop: what it shows depends on the width. */
export function testOnBothWidths(title: string, run: () => Promise<void>): void {
  test(title, run);
  test(`${title}, on a wide screen`, async () => {
    await page.viewport(...DESKTOP);
    await run();
  });
}

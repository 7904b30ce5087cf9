import { useEffect, useLayoutEffect } from 'react';
import { Route, useLocation } from 'wouter';
import { rememberedPath, rememberPath } from '@/features/session/return-path';
import { sessionOf, useSession } from '@/features/session/use-session';
import type { SessionState } from '@/shared/api/queries';
import { paths } from '@/shared/paths';
import { LoadingOverlay } from '@/shared/ui/spinner';
import { SessionFailure } from './failures';
import { FieldScene } from './field-scene';
import { decide } from './guard';
import { type AppRoute, routeOf } from './routes';
import { Shell } from './shell';

/** Shows the screen of the current path, or leads to where its guard says. */
export function GuardedScreen() {
  const session = useSession();
  const [path, navigate] = useLocation();
  const route = routeOf(path);
  const decision = decide({ path, access: route?.access, session, returnPath: ownReturnPath() });
  const goTo = decision.kind === 'go' ? decision.to : null;
  const remember = decision.kind === 'go' ? decision.remember : null;

  useLayoutEffect(() => {
    if (goTo === null) return;
    rememberPath(remember);
    navigate(goTo, { replace: true });
  }, [goTo, remember, navigate]);

  // Whoever walks on to another screen has no way back to keep.
  useEffect(() => {
    if (decision.kind === 'show' && path !== paths.login) rememberPath(null);
  }, [decision.kind, path]);

  useEffect(() => {
    if (path) scrollTo(0, 0);
  }, [path]);

  if (decision.kind === 'wait') {
    return (
      <>
        <FieldScene />
        <LoadingOverlay />
      </>
    );
  }
  if (decision.kind === 'go') return <FieldScene />;

  const user = session.status === 'signed-in' ? session.user : null;
  return (
    <Shell user={user}>
      {decision.kind === 'unreachable' ? (
        <SessionFailure error={decision.error} retry={decision.retry} />
      ) : (
        route && <Route key={path} path={route.path} component={route.Page} />
      )}
    </Shell>
  );
}

/** The screen that a page begins with, as far as that is known before the app runs. */
export function firstRoute(path: string, state: SessionState | undefined): AppRoute | undefined {
  const session = state ? sessionOf(state) : ({ status: 'resolving' } as const);
  const decision = decide({ path, access: routeOf(path)?.access, session, returnPath: ownReturnPath() });
  return routeOf(decision.kind === 'go' ? decision.to : path) ?? routeOf(paths.demand);
}

/** Storage is outside text: only a guarded screen of ours counts. */
function ownReturnPath(): string | null {
  const path = rememberedPath();
  return path && routeOf(path)?.access === 'signed-in' ? path : null;
}

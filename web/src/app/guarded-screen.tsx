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
import { useScrollPlace } from './scroll-place';
import { Shell } from './shell';

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

  // Forget the return path after navigation to another screen.
  useEffect(() => {
    if (decision.kind === 'show' && path !== paths.login) rememberPath(null);
  }, [decision.kind, path]);

  useScrollPlace(decision.kind === 'show' ? path : '');

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

/** Returns the first route of a page load, as far as the session is known. */
export function firstRoute(path: string, state: SessionState | undefined): AppRoute | undefined {
  const session = state ? sessionOf(state) : ({ status: 'resolving' } as const);
  const decision = decide({ path, access: routeOf(path)?.access, session, returnPath: ownReturnPath() });
  return routeOf(decision.kind === 'go' ? decision.to : path) ?? routeOf(paths.demand);
}

/** Returns the remembered path if it is a guarded route. Storage content is untrusted. */
function ownReturnPath(): string | null {
  const path = rememberedPath();
  return path && routeOf(path)?.access === 'signed-in' ? path : null;
}

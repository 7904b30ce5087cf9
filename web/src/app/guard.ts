import type { Session } from '@/features/session/use-session';
import { paths } from '@/shared/paths';

/** Who may open a screen; undefined for an unknown path. */
export type Access = 'public' | 'signed-in' | undefined;

type Decision =
  | { kind: 'wait' }
  | { kind: 'show' }
  | { kind: 'unreachable'; error: unknown; retry: () => void }
  /** A redirect. Always replaces the current history entry. */
  | { kind: 'go'; to: string; remember: string | null };

interface Where {
  path: string;
  access: Access;
  session: Session;
  /** The screen where the session was lost, if it is a guarded route. */
  returnPath: string | null;
}

/** Implements all guards and redirects of the route table. */
export function decide(where: Where): Decision {
  // `//demand` splits into the segments of a screen, but is not its address.
  const plain = where.path.replace(/\/{2,}/g, '/');
  return plain === where.path ? decideThere(where) : { kind: 'go', to: plain, remember: null };
}

function decideThere({ path, access, session, returnPath }: Where): Decision {
  switch (session.status) {
    case 'resolving':
      return { kind: 'wait' };
    case 'unreachable':
      return access === 'public'
        ? { kind: 'show' }
        : { kind: 'unreachable', error: session.error, retry: session.retry };
    case 'signed-in':
      if (path === paths.home || path === paths.login || access === undefined) {
        return { kind: 'go', to: returnPath ?? paths.dashboard, remember: null };
      }
      return { kind: 'show' };
    case 'signed-out':
      if (access === 'public') return { kind: 'show' };
      if (access === 'signed-in' && session.ended) {
        return { kind: 'go', to: paths.login, remember: session.ended === 'lost' ? path : null };
      }
      return { kind: 'go', to: paths.demand, remember: null };
  }
}

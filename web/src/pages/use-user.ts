import { useSession } from '@/features/session/use-session';
import type { User } from '@/shared/api/shapes';

const NOBODY: User = { id: '', display_name: '', photo_url: null, email: '' };

/**
 * Returns the user of a guarded screen. Returns an empty user after the session ends, until the guard
 * redirects.
 */
export function useUser(): User {
  const session = useSession();
  return session.status === 'signed-in' ? session.user : NOBODY;
}

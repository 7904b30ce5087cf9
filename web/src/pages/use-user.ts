import { useSession } from '@/features/session/use-session';
import type { User } from '@/shared/api/shapes';

const NOBODY: User = { id: '', display_name: '', photo_url: null, email: '' };

/** The user of a guarded screen. For the moment between losing the user and leaving the screen there is nobody. */
export function useUser(): User {
  const session = useSession();
  return session.status === 'signed-in' ? session.user : NOBODY;
}

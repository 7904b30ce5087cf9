import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { whenSessionEnds } from '@/shared/api/client';
import { ownKey, sessionQuery } from '@/shared/api/queries';
import { onAuthMessage } from './auth-channel';
import { clearUser } from './end-session';
import { useSession } from './use-session';

/** Keeps the app-wide user true: another tab signs in or out, an answer says that the session has ended. */
export function useSessionWatch(): void {
  const client = useQueryClient();
  const session = useSession();
  const email = session.status === 'signed-in' ? session.user.email : null;
  const lastEmail = useRef(email);

  useEffect(() => {
    whenSessionEnds(() => clearUser(client, 'lost'));
    const stop = onAuthMessage((message) => {
      if (message.type === 'signed-out') clearUser(client, 'lost');
      if (message.type === 'signed-in') void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    });
    return () => {
      whenSessionEnds(() => {});
      stop();
    };
  }, [client]);

  useEffect(() => {
    // Another farmer on the same phone never sees the record of the one before.
    if (lastEmail.current && email && lastEmail.current !== email)
      void client.resetQueries({ queryKey: ownKey });
    lastEmail.current = email ?? lastEmail.current;
  }, [email, client]);
}

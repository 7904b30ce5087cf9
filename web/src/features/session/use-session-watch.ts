import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { whenSessionEnds } from '@/shared/api/client';
import { ownKey, sessionQuery } from '@/shared/api/queries';
import { onAuthMessage } from './auth-channel';
import { clearUser } from './end-session';

/** Keeps the app-wide user true: another tab signs in or out, an answer says that the session has ended. */
export function useSessionWatch(): void {
  const client = useQueryClient();
  const { data } = useQuery(sessionQuery);
  const email = data?.user?.email;
  const lastEmail = useRef(email);

  useEffect(() => {
    whenSessionEnds(() => clearUser(client, 'lost'));
    const stop = onAuthMessage(({ type }) => {
      if (type === 'signed-out') clearUser(client, 'lost');
      // Asked anew: an answer that is under way may be as old as the news.
      if (type.startsWith('signed-')) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    });
    return () => {
      whenSessionEnds(() => {});
      stop();
    };
  }, [client]);

  useEffect(() => {
    // After the other effects of the first screen, which are a long task as they are.
    const timer = setTimeout(() => {
      import('./follow-user').then(
        ({ followUser }) => followUser(client, data),
        // Nothing is kept then, and the server says who is signed in.
        () => {},
      );
    });
    return () => clearTimeout(timer);
  }, [client, data]);

  useEffect(() => {
    // Another farmer on the same phone never sees the record of the one before.
    if (lastEmail.current && email && lastEmail.current !== email)
      void client.resetQueries({ queryKey: ownKey });
    lastEmail.current = email ?? lastEmail.current;
  }, [email, client]);
}

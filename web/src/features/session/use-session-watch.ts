import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { whenDisplaced } from '@/shared/api/client';
import { ApiError } from '@/shared/api/problem';
import { sessionQuery } from '@/shared/api/queries';
import { problemMessage } from '@/shared/i18n/problems';
import { forgetTab } from '@/shared/storage/kept-text';
import { useNotices } from '@/shared/ui/notices';
import { onAuthMessage } from './auth-channel';
import { clearUser } from './end-session';
import { useSessionClient } from './session-client';

/** Keeps the app-wide user true: another tab signs in or out, an answer says that the session is another's or has ended. */
export function useSessionWatch(): void {
  const client = useSessionClient();
  const { data } = useQuery(sessionQuery, client);
  const { fail, dismiss } = useNotices();
  const farmer = data?.user?.id;
  const lastFarmer = useRef(farmer);
  const writeWasRefused = useRef(false);

  useEffect(() => {
    // Asked anew: an answer that is under way may be as old as the news.
    const ask = () => client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    whenDisplaced((how, wasWrite) => {
      if (how === 'signed-out') return clearUser(client, 'lost');
      writeWasRefused.current = wasWrite;
      void ask();
    });
    const stop = onAuthMessage(({ type }) => {
      if (type === 'signed-out') {
        forgetTab();
        dismiss();
        clearUser(client, 'lost');
      }
      if (type.startsWith('signed-')) void ask();
    });
    return () => {
      whenDisplaced(() => {});
      stop();
    };
  }, [client, dismiss]);

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
    // The next farmer on the same phone is shown nothing of the one before.
    if (lastFarmer.current && farmer && lastFarmer.current !== farmer) {
      forgetTab();
      if (writeWasRefused.current) fail(problemMessage(new ApiError('another-farmer', 409, '')));
      else dismiss();
      writeWasRefused.current = false;
    }
    lastFarmer.current = farmer ?? lastFarmer.current;
  }, [farmer, fail, dismiss]);
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { whenDisplaced } from '@/shared/api/client';
import { finishSignOut } from '@/shared/api/pending-sign-out';
import { ApiError } from '@/shared/api/problem';
import { problemMessage } from '@/shared/api/problem-sentences';
import { sessionQuery } from '@/shared/api/queries';
import { inBackground } from '@/shared/in-background';
import { forgetTab } from '@/shared/storage/kept-text';
import { useNotices } from '@/shared/ui/notices';
import { onAuthMessage } from './auth-channel';
import { clearUser } from './end-session';
import { useSessionClient } from './session-client';

/**
 * Keeps the session up to date: another tab signs in or out, or an answer reports that the session ended or
 * changed.
 */
export function useSessionWatch(): void {
  const client = useSessionClient();
  const { data } = useQuery(sessionQuery, client);
  const { fail, dismiss } = useNotices();
  const farmer = data?.user?.id;
  const lastFarmer = useRef(farmer);
  const writeWasRefused = useRef(false);

  useEffect(() => {
    // Refetch: a request already in flight may have an older answer.
    const ask = () =>
      inBackground(
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
        'The session is not known anew',
      );
    whenDisplaced((how, wasWrite) => {
      if (how === 'signed-out') return clearUser(client, 'lost');
      writeWasRefused.current = wasWrite;
      ask();
    });
    const stop = onAuthMessage(({ type }) => {
      if (type === 'signed-out') {
        forgetTab();
        dismiss();
        clearUser(client, 'lost');
      }
      if (type === 'ended' || type.startsWith('signed-')) ask();
    });
    return () => {
      whenDisplaced(() => {});
      stop();
    };
  }, [client, dismiss]);

  useEffect(() => {
    // A sign-out that the server has not heard of.
    const finish = () => inBackground(finishSignOut(), 'The sign-out is told another time');
    addEventListener('online', finish);
    document.addEventListener('visibilitychange', finish);
    return () => {
      removeEventListener('online', finish);
      document.removeEventListener('visibilitychange', finish);
    };
  }, []);

  useEffect(() => {
    // Run after the other effects of the first screen, to keep that task short.
    const timer = setTimeout(() => {
      import('./follow-user').then(
        ({ followUser }) => followUser(client, data),
        // The user is not stored then. The server still knows who is signed in.
        () => {},
      );
    });
    return () => clearTimeout(timer);
  }, [client, data]);

  useEffect(() => {
    // Clear the tab when another farmer signs in.
    if (lastFarmer.current && farmer && lastFarmer.current !== farmer) {
      forgetTab();
      if (writeWasRefused.current) fail(problemMessage(new ApiError('another-farmer', 409, '')));
      else dismiss();
      writeWasRefused.current = false;
    }
    lastFarmer.current = farmer ?? lastFarmer.current;
  }, [farmer, fail, dismiss]);
}

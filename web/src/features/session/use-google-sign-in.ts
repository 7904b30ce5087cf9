import { useCallback, useEffect, useRef, useState } from 'react';
import { sessionQuery } from '@/shared/api/queries';
import { serverPaths } from '@/shared/paths';
import { canHearPopups, onAuthMessage, tellOtherTabs } from './auth-channel';
import { isInstalled } from './installed';
import { useSessionClient } from './session-client';

const NARROW = '(max-width: 768px)';
const POPUP_WIDTH = 500;
const POPUP_HEIGHT = 600;
const POPUP_CHECK_MS = 700;

/** Popup on wide screens, the whole page at 768 px or narrower; also where a popup would open outside the app, or could not answer. */
const signsInByRedirect = () => matchMedia(NARROW).matches || isInstalled() || !canHearPopups();

interface SignIn {
  pending: boolean;
  /** An `auth/...` code of the last attempt. */
  errorCode: string | null;
  start: () => void;
  redirect: () => void;
}

export function useGoogleSignIn(next: string, initialError: string | null): SignIn {
  const client = useSessionClient();
  const [pending, setPending] = useState(false);
  const [errorCode, setErrorCode] = useState(initialError);
  const popup = useRef<Window | null>(null);

  useEffect(
    () =>
      onAuthMessage((message) => {
        if (message.type === 'signed-out') return;
        const begunElsewhere = message.type === 'started';
        if (begunElsewhere && !popup.current) return;
        popup.current?.close();
        popup.current = null;
        setPending(false);
        if (begunElsewhere) setErrorCode('auth/cancelled-popup-request');
        else setErrorCode(message.type === 'error' ? message.code : null);
      }),
    [],
  );

  // A page that the browser brings back after a broken-off redirect waits for nothing.
  useEffect(() => {
    const stopWaiting = () => setPending(false);
    addEventListener('pageshow', stopWaiting);
    return () => removeEventListener('pageshow', stopWaiting);
  }, []);

  // A provider's page may cut the tie to its opener and then looks closed while it is still open. So a closed window frees the
  // button and asks the server once; it was closed by the farmer only if they are back here and not signed in. The answer of a
  // window still at work is heard all the same.
  useEffect(() => {
    if (!pending) return;
    const timer = setInterval(() => {
      if (!popup.current?.closed) return;
      popup.current = null;
      setPending(false);
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey }).then(() => {
        const { data, error } = client.getQueryState(sessionQuery.queryKey) ?? {};
        if (data?.user || !document.hasFocus()) return;
        setErrorCode((said) => said ?? (error ? 'auth/network-request-failed' : 'auth/popup-closed-by-user'));
      });
    }, POPUP_CHECK_MS);
    return () => clearInterval(timer);
  }, [pending, client]);

  const redirect = useCallback(() => {
    // Out there the browser's own page of an error would take the place of the app.
    if (!navigator.onLine) {
      setErrorCode('auth/network-request-failed');
      return;
    }
    setPending(true);
    globalThis.location.assign(serverPaths.signIn('redirect', next));
  }, [next]);

  const start = useCallback(() => {
    setErrorCode(null);
    if (popup.current && !popup.current.closed) {
      popup.current.focus();
    } else if (signsInByRedirect() || !navigator.onLine) {
      redirect();
    } else {
      popup.current = globalThis.open(serverPaths.signIn('popup', next), 'grow-sign-in', popupFeatures());
      setPending(popup.current !== null);
      if (popup.current) tellOtherTabs({ type: 'started' });
      else setErrorCode('auth/popup-blocked');
    }
  }, [next, redirect]);

  return { pending, errorCode, start, redirect };
}

function popupFeatures(): string {
  const left = Math.max(0, Math.round(globalThis.screenX + (globalThis.outerWidth - POPUP_WIDTH) / 2));
  const top = Math.max(0, Math.round(globalThis.screenY + (globalThis.outerHeight - POPUP_HEIGHT) / 2));
  return `popup,width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`;
}

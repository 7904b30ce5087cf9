import { useEffect, useRef, useState } from 'react';
import { finishSignOut, isSignOutPending } from '@/shared/api/pending-sign-out';
import { sessionQuery } from '@/shared/api/queries';
import { inBackground } from '@/shared/in-background';
import { serverPaths } from '@/shared/paths';
import { type AuthMessage, canHearPopups, onAuthMessage, tellOtherTabs } from './auth-channel';
import { isInstalled } from './in-app-browser';
import { useSessionClient } from './session-client';

const NARROW = '(max-width: 768px)';
const POPUP_WIDTH = 500;
const POPUP_HEIGHT = 600;
const POPUP_CHECK_MS = 700;

/**
 * Returns true for sign-in by redirect instead of a popup: at 768 px or narrower, in the installed app, or if
 * the popup could not send its result.
 */
const signsInByRedirect = () => matchMedia(NARROW).matches || isInstalled() || !canHearPopups();

interface SignIn {
  pending: boolean;
  /** An `auth/...` code of the last attempt. */
  errorCode: string | null;
  start: () => void;
  redirect: () => Promise<void>;
}

export function useGoogleSignIn(next: string, initialError: string | null): SignIn {
  const client = useSessionClient();
  const [pending, setPending] = useState(false);
  const [errorCode, setErrorCode] = useState(initialError);
  const popup = useRef<Window | null>(null);
  /** This tab waits for a result. A popup may look closed and still report it. */
  const isBegun = useRef(false);

  useEffect(() => {
    /** Ignores the window and the error of a sign-in that another tab began. */
    const isForUs = ({ type }: AuthMessage) =>
      type === 'signed-in' ||
      (type === 'started' && popup.current !== null) ||
      (type === 'error' && isBegun.current);
    return onAuthMessage((message) => {
      if (!isForUs(message)) return;
      popup.current?.close();
      popup.current = null;
      isBegun.current = false;
      setPending(false);
      setErrorCode(errorOf(message));
    });
  }, []);

  // A page restored from the back/forward cache is no longer pending.
  useEffect(() => {
    const stopWaiting = () => setPending(false);
    addEventListener('pageshow', stopWaiting);
    return () => removeEventListener('pageshow', stopWaiting);
  }, []);

  // A provider's `Cross-Origin-Opener-Policy` may make an open popup look closed. So a closed popup only
  // enables the button and refetches the session. The farmer closed it only if this page has the focus and
  // there is no session. A popup that is still open can still report its result.
  useEffect(() => {
    if (!pending) return;
    const timer = setInterval(() => {
      if (!popup.current?.closed) return;
      popup.current = null;
      setPending(false);
      const asked = client.invalidateQueries({ queryKey: sessionQuery.queryKey }).then(() => {
        const { data, error } = client.getQueryState(sessionQuery.queryKey) ?? {};
        if (data?.user || !document.hasFocus()) return;
        setErrorCode((said) => said ?? (error ? 'auth/network-request-failed' : 'auth/popup-closed-by-user'));
      });
      inBackground(asked, 'Whether the sign-in is done is not known');
    }, POPUP_CHECK_MS);
    return () => clearInterval(timer);
  }, [pending, client]);

  const redirect = async () => {
    setPending(true);
    // Offline, the browser's error page would replace the app. A pending sign-out would end the new session.
    if (navigator.onLine && (await finishSignOut())) {
      globalThis.location.assign(serverPaths.signIn('redirect', next));
      return;
    }
    setPending(false);
    setErrorCode('auth/network-request-failed');
  };

  const start = () => {
    setErrorCode(null);
    if (popup.current && !popup.current.closed) {
      popup.current.focus();
    } else if (signsInByRedirect() || !navigator.onLine || isSignOutPending()) {
      return redirect();
    } else {
      popup.current = globalThis.open(serverPaths.signIn('popup', next), 'grow-sign-in', popupFeatures());
      isBegun.current = popup.current !== null;
      setPending(isBegun.current);
      if (popup.current) tellOtherTabs({ type: 'started' });
      else setErrorCode('auth/popup-blocked');
    }
  };

  return { pending, errorCode, start, redirect };
}

function errorOf(message: AuthMessage): string | null {
  if (message.type === 'started') return 'auth/cancelled-popup-request';
  return message.type === 'error' ? message.code : null;
}

function popupFeatures(): string {
  const left = Math.max(0, Math.round(globalThis.screenX + (globalThis.outerWidth - POPUP_WIDTH) / 2));
  const top = Math.max(0, Math.round(globalThis.screenY + (globalThis.outerHeight - POPUP_HEIGHT) / 2));
  return `popup,width=${POPUP_WIDTH},height=${POPUP_HEIGHT},left=${left},top=${top}`;
}

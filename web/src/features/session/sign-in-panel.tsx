import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { signInQuery } from '@/shared/api/queries';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { ErrorMessage } from '@/shared/ui/message';
import { Panel } from '@/shared/ui/panel';
import { authErrorMessage } from './auth-errors';
import { GoogleMark } from './google-mark';
import { inAppBrowser } from './in-app-browser';
import { InAppNote } from './in-app-note';
import { isInstalled } from './installed';
import styles from './sign-in-panel.module.css';
import { useGoogleSignIn } from './use-google-sign-in';

interface SignInPanelProps {
  /** Path after signing in. */
  next: string;
  /** Error code of a redirect sign-in. */
  initialError: string | null;
  /** Privacy notice of the sign-in. */
  notice: ReactNode;
}

export function SignInPanel({ next, initialError, notice }: SignInPanelProps) {
  const { pending, errorCode, start, redirect } = useGoogleSignIn(next, initialError);
  const [inApp] = useState(browserAround);
  const { data: signIn } = useQuery(signInQuery);
  const provider = signIn?.provider;
  return (
    <Panel narrow>
      {inApp && <InAppNote {...inApp} />}
      {errorCode && (
        <ErrorMessage>
          <span>{authErrorMessage(errorCode)}</span>
          {errorCode === 'auth/popup-blocked' && (
            <Button look="secondary" onClick={redirect}>
              {t`Continue on this page`}
            </Button>
          )}
        </ErrorMessage>
      )}
      <Button wide onClick={start} aria-busy={pending}>
        {signIn?.is_google && <GoogleMark />}
        <span>{provider === undefined ? t`Sign in` : t`Sign in with ${provider}`}</span>
      </Button>
      {pending && (
        <p role="status">
          {provider === undefined
            ? t`Waiting for the sign-in page. Choose your account there.`
            : t`Waiting for ${provider}. Choose your account there.`}
        </p>
      )}
      {notice}
      <p className={styles.or}>{t`or`}</p>
      <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
        <p className="soft">
          {t`Signing in with a Farmer ID or mobile number is not open yet. Please use the button above.`}
        </p>
        <TextField label={t`Farmer ID`} name="farmer_id" autoComplete="off" />
        <TextField label={t`Mobile Number`} name="mobile" type="tel" inputMode="tel" autoComplete="tel" />
        <Button type="submit" look="secondary" wide>
          {t`Login`}
        </Button>
      </form>
    </Panel>
  );
}

/** The prerender build has no browser. */
const browserAround = () =>
  typeof window === 'undefined' ? null : inAppBrowser(navigator.userAgent, isInstalled());

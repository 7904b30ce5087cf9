import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { signInQuery } from '@/shared/api/queries';
import { paths } from '@/shared/paths';
import { Button, OutwardLink } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { ErrorMessage } from '@/shared/ui/message';
import { Panel } from '@/shared/ui/panel';
import { browserLink, type InAppBrowser, inAppBrowser, isInstalled } from './in-app-browser';
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

const GoogleMark = () => (
  <svg
    data-mark="google"
    viewBox="0 0 24 24"
    width="28"
    height="28"
    className={styles.google}
    aria-hidden="true"
  >
    <path
      fill="#4285f4"
      d="M23 12.3c0-.8-.1-1.5-.2-2.3H12v4.3h6.2a5.3 5.3 0 0 1-2.3 3.5v2.9h3.7c2.2-2 3.4-5 3.4-8.4Z"
    />
    <path
      fill="#34a853"
      d="M12 23.5c3.1 0 5.7-1 7.6-2.8l-3.7-2.9c-1 .7-2.4 1.1-3.9 1.1-3 0-5.5-2-6.4-4.7H1.8v3C3.7 21 7.5 23.5 12 23.5Z"
    />
    <path fill="#fbbc05" d="M5.6 14.2a6.9 6.9 0 0 1 0-4.4v-3H1.8a11.5 11.5 0 0 0 0 10.4l3.8-3Z" />
    <path
      fill="#ea4335"
      d="M12 5.1c1.7 0 3.2.6 4.4 1.7l3.3-3.3A11.5 11.5 0 0 0 1.8 6.8l3.8 3C6.5 7.1 9 5.1 12 5.1Z"
    />
  </svg>
);

/** Returns the sentence for an error code of the provider. Unknown codes have a general sentence. */
function authErrorMessage(code: string): string {
  const bare = code.replace(/^auth\//, '');
  // The code comes from the address and is untrusted: it may be 'constructor'.
  const sentence = Object.hasOwn(sentences, bare) ? sentences[bare] : undefined;
  return sentence?.() ?? t`Sign-in did not work. Please try again.`;
}

const sentences: Readonly<Record<string, () => string>> = {
  'popup-blocked': () => t`Your browser blocked the sign-in window. Continue on this page instead.`,
  'popup-closed-by-user': () => t`The sign-in window was closed before you signed in. Please try again.`,
  'cancelled-popup-request': () => t`Another sign-in window was opened. Please use that one.`,
  'user-cancelled': () => t`You stopped the sign-in. Try again whenever you like.`,
  'access-denied': () => t`You stopped the sign-in. Try again whenever you like.`,
  'network-request-failed': () => t`No connection to the sign-in service. Check your network and try again.`,
  timeout: () => t`The sign-in took too long. Please try again.`,
  'expired-action-code': () => t`The sign-in took too long. Please try again.`,
  'unauthorized-domain': () => t`Sign-in is not allowed from this address. Please tell the operator.`,
  'operation-not-allowed': () => t`Sign-in is not set up here. Please tell the operator.`,
  'account-exists-with-different-credential': () =>
    t`This e-mail already signs in another way. Please use that way.`,
  'user-not-found': () => t`No account was found. Please sign in again.`,
  'user-disabled': () => t`This account has been closed. Please tell the operator.`,
  'invalid-user-token': () => t`Your sign-in has expired. Please sign in again.`,
  'user-token-expired': () => t`Your sign-in has expired. Please sign in again.`,
  'internal-error': () => t`The sign-in service has a problem. Please try again in a moment.`,
};

/** Warns that sign-in often fails inside another app, and offers to open the browser. */
function InAppNote({ app, isAndroid }: InAppBrowser) {
  const title = useId();
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const address = new URL(paths.login, location.href).href;

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied('yes');
    } catch {
      // There is no clipboard, as on plain HTTP, or the app denies access.
      setCopied('no');
    }
  };

  return (
    <section className={styles.note} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>{t`Open in your browser`}</h2>
      <p>
        {app === null
          ? t`This page is open inside another app. Signing in often does not work there.`
          : t`This page is open inside ${app}. Signing in often does not work there.`}
      </p>
      {isAndroid && <OutwardLink wide href={browserLink(address)}>{t`Open in your browser`}</OutwardLink>}
      <p className={styles.address}>{address}</p>
      <Button look="secondary" wide onClick={copy}>
        {t`Copy the address`}
      </Button>
      <p role="status">
        {copied === 'yes' && <span>{t`Copied. Open your browser and paste it there.`}</span>}
        {copied === 'no' && <span>{t`It could not be copied. Press and hold the address above.`}</span>}
      </p>
    </section>
  );
}

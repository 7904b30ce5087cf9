import { t } from '@lingui/core/macro';

/** Returns the sentence for an error code of the provider. Unknown codes have a general sentence. */
export function authErrorMessage(code: string): string {
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

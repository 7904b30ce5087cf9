import { problemMessage } from '../i18n/problems';
import { useNotices } from '../ui/notices';
import { askForConsent } from './with-consent';

/** For a button that shows the notice; `then` follows once the farmer has agreed to it. */
export function useAgree(then: () => Promise<void>): () => void {
  const { fail } = useNotices();
  return () => {
    askForConsent()
      .then((agreed) => (agreed ? then() : undefined))
      .catch((error: unknown) => fail(problemMessage(error)));
  };
}

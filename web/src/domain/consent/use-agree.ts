import { useQueryClient } from '@tanstack/react-query';
import { isAborted } from '@/shared/api/problem';
import { formProblem } from '@/shared/forms/form-problems';
import { useNotices } from '@/shared/ui/notices';
import { askForConsent } from './ask-for-consent';

/** Returns a function that shows the notice. It calls back after the farmer has agreed. */
export function useAgree(onAgreed?: () => void): () => void {
  const client = useQueryClient();
  const { fail } = useNotices();
  return () => {
    askForConsent(client).then(
      (agreed) => agreed && onAgreed?.(),
      (error: unknown) => isAborted(error) || fail(formProblem(error)),
    );
  };
}

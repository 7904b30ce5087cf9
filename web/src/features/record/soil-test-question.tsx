import { t } from '@lingui/core/macro';
import { read } from '@/shared/api/client';
import { farmerRecord } from '@/shared/api/record';
import { useWrite } from '@/shared/api/use-write';
import { useWithConsent } from '@/shared/consent/use-with-consent';
import { formProblem } from '@/shared/forms/form-problems';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { Actions } from '@/shared/ui/stack';
import { useKeepRecord } from './use-keep-record';

/** Asks for the soil test. That there is none is an answer, which is saved as 0, 0, 0. */
export function SoilTestQuestion() {
  const keep = useKeepRecord();
  const withConsent = useWithConsent();
  const { mutate, isPending, error } = useWrite({
    mutationFn: () =>
      withConsent((api) => read(api.PUT('/api/v1/me/npk', { body: { n: 0, p: 0, k: 0 } }), farmerRecord)),
    onSuccess: keep,
  });
  return (
    <>
      <p>{t`With N, P and K from your soil test, the advice knows your soil better.`}</p>
      <Actions>
        <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
          {isPending ? t`Saving...` : t`No soil test`}
        </Button>
        <ButtonLink look="secondary" href={paths.npk}>{t`Enter my soil test`}</ButtonLink>
      </Actions>
      {error && <ErrorMessage>{formProblem(error)}</ErrorMessage>}
    </>
  );
}

import { t } from '@lingui/core/macro';
import { keptNotice } from '@/outbox/send/use-send';
import type { FarmerRecord } from '@/shared/api/record';
import { formProblem } from '@/shared/forms/form-problems';
import { paths } from '@/shared/paths';
import { useWrite } from '@/shared/query/use-write';
import { Button, ButtonLink } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { Actions } from '@/shared/ui/stack';
import { testedValues } from './tested';
import { useSaveRecord } from './use-save-record';

/** What is saved where there is no soil test. */
const NO_TEST = { n: 0, p: 0, k: 0 };

/** Asks for the soil test. That there is none is an answer, too. */
export function SoilTestQuestion({ record }: { record: FarmerRecord }) {
  const { save, question } = useSaveRecord(record, ({ npk }) => testedValues(npk));
  const { succeed } = useNotices();
  const { mutate, isPending, error } = useWrite({
    mutationFn: () => save(testedValues(NO_TEST), { kind: 'npk', body: NO_TEST }),
    onSuccess: (saved) => {
      if (saved?.isQueued) succeed(keptNotice());
    },
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
      {question}
    </>
  );
}

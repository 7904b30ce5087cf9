import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { cropName } from '@/domain/crops/crop-names';
import { fieldAmountWithHectares } from '@/domain/land/units';
import { keptNotice, useSend } from '@/outbox/send/use-send';
import type { Sowing } from '@/shared/api/sowings';
import { calendarDate } from '@/shared/format/dates';
import { formProblem } from '@/shared/forms/form-problems';
import { useWrite } from '@/shared/query/use-write';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { focusTitle } from '@/shared/ui/page-title';
import { useUndoInNotice } from './undo-ends';

/** Withdraws a sowing after a confirmation. */
export function WithdrawSowing({ sowing }: { sowing: Sowing }) {
  const [asking, setAsking] = useState(false);
  const { succeed } = useNotices();
  const undoButton = useUndoInNotice(sowing, 'withdrawal');
  const send = useSend();
  const withdraw = useWrite({
    mutationFn: () => send({ kind: 'withdraw', body: { sowing: { id: sowing.id } } }),
    onSuccess: async (sent) => {
      setAsking(false);
      if (sent.isQueued) {
        succeed(keptNotice());
      } else {
        succeed(t`The sowing was withdrawn.`, undoButton());
        await sent.shown;
      }
      requestAnimationFrame(focusTitle);
    },
  });

  const crop = cropName(sowing.crop);
  const size = fieldAmountWithHectares(sowing);
  const day = calendarDate(sowing.sown_on);
  return (
    <>
      <Button look="secondary" onClick={() => setAsking(true)} aria-label={t`Withdraw ${crop}`}>
        {t`Withdraw`}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t`Withdraw this sowing?`}
          confirm={withdraw.isPending ? t`Withdrawing...` : t`Withdraw`}
          cancel={t`Keep it`}
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate()}
          onCancel={() => setAsking(false)}
        >
          <p>{t`${crop}, ${size}, sown on ${day}. Do this only if it was entered by mistake. You can undo it for a day.`}</p>
          {withdraw.error && <ErrorMessage>{formProblem(withdraw.error)}</ErrorMessage>}
        </ConfirmDialog>
      )}
    </>
  );
}

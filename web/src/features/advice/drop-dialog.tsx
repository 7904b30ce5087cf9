import { t } from '@lingui/core/macro';
import { cropInSentence } from '@/domain/crops/crop-words';
import { fieldAmountWithHectares } from '@/domain/land/units';
import { keptNotice } from '@/outbox/send/use-send';
import type { Intention } from '@/shared/api/advice';
import { formProblem } from '@/shared/forms/form-problems';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { focusTitle } from '@/shared/ui/page-title';
import { useDropPlan } from './use-plans';

/** Asks before a plan is dropped. */
export function DropDialog({ plan, onClose }: { plan: Intention; onClose: () => void }) {
  const { succeed } = useNotices();
  const drop = useDropPlan((isQueued) => {
    onClose();
    succeed(isQueued ? keptNotice() : t`The plan was dropped.`);
    requestAnimationFrame(focusTitle);
  });
  const crop = cropInSentence(plan.crop);
  const size = fieldAmountWithHectares(plan);
  return (
    <ConfirmDialog
      title={t`Drop this plan?`}
      confirm={drop.isPending ? t`Dropping...` : t`Drop`}
      cancel={t`Keep it`}
      busy={drop.isPending}
      onConfirm={() => drop.mutate(plan.id)}
      onCancel={onClose}
    >
      <p>{t`${crop}, ${size}. It then no longer counts in the advice. You can plan it again.`}</p>
      {drop.error && <ErrorMessage>{formProblem(drop.error)}</ErrorMessage>}
    </ConfirmDialog>
  );
}

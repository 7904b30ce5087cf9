import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { cropInSentence } from '@/domain/crops/crop-words';
import { fieldAmountWithHectares } from '@/domain/land/units';
import { sownOn } from '@/domain/sowing/sown-on';
import { SownOnField } from '@/domain/sowing/sown-on-field';
import { keptNotice } from '@/outbox/send/use-send';
import type { Intention } from '@/shared/api/advice';
import { formProblem } from '@/shared/forms/form-problems';
import { useDialogForm } from '@/shared/forms/use-dialog-form';
import { FormDialog } from '@/shared/ui/form-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { isGone, useSowPlan } from './use-plans';

const rules = v.object({ sown_on: sownOn });

export function SownDialog({ plan, onClose }: { plan: Intention; onClose: () => void }) {
  const sow = useSowPlan();
  const { fail } = useNotices();
  const { form, saving, alert, errors } = useDialogForm({
    rules,
    save: async ({ sown_on }) => {
      try {
        const { isQueued } = await sow(plan.id, sown_on);
        return [isQueued ? keptNotice() : t`Crop and field size added successfully!!!!`];
      } catch (error) {
        if (!isGone(error)) throw error;
        // The plan leaves the screen, and the dialog with it.
        fail(formProblem(error));
        return null;
      }
    },
    onClose,
  });
  const crop = cropInSentence(plan.crop);
  const size = fieldAmountWithHectares(plan);
  return (
    <FormDialog
      title={t`You have sown ${crop}`}
      form={form}
      save={t`Save the sowing`}
      busy={saving}
      onCancel={onClose}
    >
      <p>{t`The size is ${size}, as you planned. When did you sow?`}</p>
      <SownOnField error={errors.sown_on} />
      {alert && !errors.sown_on && <ErrorMessage>{alert}</ErrorMessage>}
    </FormDialog>
  );
}

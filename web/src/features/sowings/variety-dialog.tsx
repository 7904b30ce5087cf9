import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { cropInSentence } from '@/domain/crops/crop-words';
import { MATURITIES } from '@/domain/sowing/maturity';
import { MaturityField } from '@/domain/sowing/maturity-field';
import { keptNotice } from '@/outbox/send/use-send';
import type { Sowing } from '@/shared/api/sowings';
import { useDialogForm } from '@/shared/forms/use-dialog-form';
import { FormDialog } from '@/shared/ui/form-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import { useChangeSowing } from './use-change-sowing';

const rules = v.object({
  maturity: v.picklist(MATURITIES, () => t`Choose an early, a medium or a late variety.`),
});

/** Asks how long the variety of a sowing stands. The days of its harvest follow. */
export function VarietyDialog({ sowing, onClose }: { sowing: Sowing; onClose: () => void }) {
  const change = useChangeSowing(sowing.id);
  const { form, saving, alert, errors } = useDialogForm({
    rules,
    save: async (body) => {
      const isQueued = await change(body);
      return [isQueued ? keptNotice() : t`The variety is noted.`];
    },
    onClose,
  });
  const crop = cropInSentence(sowing.crop);
  return (
    <FormDialog
      title={t`Variety of your ${crop}`}
      form={form}
      save={t`Save the variety`}
      busy={saving}
      onCancel={onClose}
    >
      <MaturityField saved={sowing.maturity} isRequired error={errors.maturity} />
      {alert && !errors.maturity && <ErrorMessage>{alert}</ErrorMessage>}
    </FormDialog>
  );
}

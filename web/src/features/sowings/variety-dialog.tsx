import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import type { Sowing } from '@/shared/api/sowings';
import { cropInSentence } from '@/shared/crops/crop-words';
import { formProblem } from '@/shared/forms/form-problems';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { MATURITIES } from '@/shared/sowing/maturity';
import { MaturityField } from '@/shared/sowing/maturity-field';
import { FormDialog } from '@/shared/ui/form-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { focusTitle } from '@/shared/ui/page-title';
import { useClose } from './use-close';

const rules = v.object({
  maturity: v.picklist(MATURITIES, () => t`Choose an early, a medium or a late variety.`),
});

interface VarietyDialogProps {
  sowing: Sowing;
  onClose: () => void;
}

/** Asks how long the variety of a sowing stands. The days of its harvest follow. */
export function VarietyDialog({ sowing, onClose }: VarietyDialogProps) {
  const change = useClose(sowing.id);
  const { succeed } = useNotices();
  const { form, saving, alert } = useSaveForm({
    rules,
    save: async (body) => {
      await change.mutateAsync(body);
      onClose();
      succeed(t`The variety is noted.`);
      requestAnimationFrame(focusTitle);
    },
    failure: formProblem,
  });
  const crop = cropInSentence(sowing.crop);
  return (
    <FormDialog
      title={t`Variety of your ${crop}`}
      form={form}
      save={saving ? t`Saving...` : t`Save the variety`}
      cancel={t`Not now`}
      busy={saving}
      onCancel={onClose}
    >
      <MaturityField saved={sowing.maturity} />
      {alert && <ErrorMessage>{alert}</ErrorMessage>}
    </FormDialog>
  );
}

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import * as v from 'valibot';
import type { AdvisedCrop } from '@/shared/api/advice';
import { cropInSentence } from '@/shared/crops/crop-words';
import { about, plain } from '@/shared/format/numbers';
import { formProblem } from '@/shared/forms/form-problems';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { fieldSize } from '@/shared/sowing/field-size';
import { FieldSizeField } from '@/shared/sowing/field-size-field';
import { FormDialog } from '@/shared/ui/form-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { usePlan } from './use-plans';

const rules = v.object({ field_size_ha: fieldSize });

interface PlanDialogProps {
  farmer: string;
  crop: AdvisedCrop;
  onClose: () => void;
}

/** Asks for the size of the field that is planned. */
export function PlanDialog({ farmer, crop, onClose }: PlanDialogProps) {
  const plan = usePlan(farmer);
  const { succeed } = useNotices();
  const [size, setSize] = useState(0);
  const { form, saving, alert, alertId, errors } = useSaveForm({
    rules,
    save: async ({ field_size_ha }) => {
      await plan.mutateAsync({ crop: crop.crop, field_size_ha });
      onClose();
      succeed(t`Your plan is noted.`, t`It counts in the advice for everybody until you sow or drop it.`);
    },
    failure: formProblem,
  });
  const name = cropInSentence(crop.crop);
  return (
    <FormDialog
      title={t`Plan to sow ${name}`}
      form={form}
      save={saving ? t`Saving...` : t`I plan this`}
      cancel={t`Not now`}
      busy={saving}
      onCancel={onClose}
    >
      <p>{t`How large is the field? A plan is no promise: you can drop it at any time.`}</p>
      <FieldSizeField
        onSize={setSize}
        invalid={'field_size_ha' in errors}
        describedBy={alert ? alertId : undefined}
      />
      {size > 0 && <p>{harvestOf(crop, size)}</p>}
      {alert && <ErrorMessage id={alertId}>{alert}</ErrorMessage>}
    </FormDialog>
  );
}

/** Tells what such a field usually brings. */
export function harvestOf(
  { yield_kg_per_ha: range }: Pick<AdvisedCrop, 'yield_kg_per_ha'>,
  size: number,
): string {
  const hectares = plain(size, 2);
  const [low, high] = [range.low * size, range.high * size];
  if (high < 1000) {
    const [least, most] = [about(low), about(high)];
    return t`${hectares} ha usually bring ${least} to ${most} kg.`;
  }
  const [least, most] = [about(low / 1000), about(high / 1000)];
  return t`${hectares} ha usually bring ${least} to ${most} tonnes.`;
}

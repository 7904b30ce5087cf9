import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { cropInSentence } from '@/domain/crops/crop-words';
import { withSize } from '@/domain/land/land-size';
import { areaInWords, thinksInAcres } from '@/domain/land/units';
import { fieldSize, fieldSizeWanted } from '@/domain/sowing/field-size';
import { OwnFieldSizeField } from '@/domain/sowing/field-size-field';
import { keptNotice } from '@/outbox/send/use-send';
import type { AdvisedCrop } from '@/shared/api/advice';
import type { LandUnit } from '@/shared/api/land-size';
import { about } from '@/shared/format/field-figures';
import { formProblem } from '@/shared/forms/form-problems';
import { useDialogForm } from '@/shared/forms/use-dialog-form';
import { refusedField } from '@/shared/forms/use-save-form';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { FormDialog } from '@/shared/ui/form-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import { beyondLand, isBeyondLand } from './beyond-land';
import { usePlan } from './use-plans';

const rules = withSize({ base: 'field_size', ofHectares: fieldSize, wanted: fieldSizeWanted }, {});

export function PlanDialog({ crop, onClose }: { crop: AdvisedCrop; onClose: () => void }) {
  const plan = usePlan();
  const [field, setField] = useState<{ hectares: number; unit?: LandUnit }>({ hectares: 0 });
  const [isBeyond, setBeyond] = useState(false);
  const inAcres = thinksInAcres(field.unit);
  const { form, saving, alert, alertId, errors } = useDialogForm({
    rules,
    save: async ({ size }) => {
      const { isQueued } = await plan({ crop: crop.crop, ...size.body });
      if (isQueued) return [keptNotice()];
      return [t`Your plan is noted.`, t`It counts in the advice for everybody until you sow or drop it.`];
    },
    onClose,
    failure: (error) => {
      setBeyond(isBeyondLand(error));
      return beyondLand(error, inAcres) ?? formProblem(error);
    },
    fieldOf: (error) => (isBeyondLand(error) ? 'field_size' : refusedField(error)),
  });
  const name = cropInSentence(crop.crop);
  return (
    <FormDialog
      title={t`Plan to sow ${name}`}
      form={form}
      save={t`I plan this`}
      busy={saving}
      onCancel={onClose}
    >
      <p>{t`How large is the field? A plan is no promise: you can drop it at any time.`}</p>
      <OwnFieldSizeField
        onSize={(hectares, unit) => setField({ hectares, unit })}
        errors={errors}
        describedBy={alert ? alertId : undefined}
      />
      {field.hectares > 0 && <p>{harvestOf(crop, field.hectares, inAcres)}</p>}
      {alert && <ErrorMessage id={alertId}>{alert}</ErrorMessage>}
      {alert && isBeyond && <ButtonLink look="quiet" href={paths.profile}>{t`Correct my land`}</ButtonLink>}
    </FormDialog>
  );
}

export function harvestOf(
  { yield_kg_per_ha: range }: Pick<AdvisedCrop, 'yield_kg_per_ha'>,
  size: number,
  inAcres = false,
): string {
  const area = areaInWords(size, inAcres);
  const [low, high] = [range.low * size, range.high * size];
  if (high < 1000) {
    const [least, most] = [about(low), about(high)];
    return t`Usual harvest from ${area}: ${least} to ${most} kg.`;
  }
  const [least, most] = [about(low / 1000), about(high / 1000)];
  return t`Usual harvest from ${area}: ${least} to ${most} tonnes.`;
}

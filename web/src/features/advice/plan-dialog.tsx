import { t } from '@lingui/core/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { cropInSentence } from '@/domain/crops/crop-words';
import { withSize } from '@/domain/land/land-size';
import { areaInWords, fieldAmountWithHectares, thinksInAcres } from '@/domain/land/units';
import { fieldSize, fieldSizeWanted } from '@/domain/sowing/field-size';
import { OwnFieldSizeField } from '@/domain/sowing/field-size-field';
import { sownOn } from '@/domain/sowing/sown-on';
import { SownOnField } from '@/domain/sowing/sown-on-field';
import { keptNotice } from '@/outbox/send/use-send';
import type { AdvisedCrop, Intention } from '@/shared/api/advice';
import type { LandUnit } from '@/shared/api/land-size';
import { about } from '@/shared/format/field-figures';
import { formProblem } from '@/shared/forms/form-problems';
import { useDialogForm } from '@/shared/forms/use-dialog-form';
import { refusedField } from '@/shared/forms/use-save-form';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { FormDialog } from '@/shared/ui/form-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { focusTitle } from '@/shared/ui/page-title';
import { beyondLand, isBeyondLand } from './beyond-land';
import { isGone, useDropPlan, usePlan, useSowPlan } from './use-plans';

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

const sownRules = v.object({ sown_on: sownOn });

export function SownDialog({ plan, onClose }: { plan: Intention; onClose: () => void }) {
  const sow = useSowPlan();
  const { fail } = useNotices();
  const { form, saving, alert, errors } = useDialogForm({
    rules: sownRules,
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

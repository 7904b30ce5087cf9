import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { cropInSentence } from '@/domain/crops/crop-words';
import { type UnitSize, withSize } from '@/domain/land/land-size';
import { areaInFullWords, areaInWords, fieldAmountWithHectares, thinksInAcres } from '@/domain/land/units';
import { useRememberUnit } from '@/domain/land/use-land-units';
import { fieldSize, fieldSizeWanted } from '@/domain/sowing/field-size';
import { OwnFieldSizeField } from '@/domain/sowing/field-size-field';
import { sowingsChanged } from '@/domain/sowing/sowings-changed';
import { sownOn } from '@/domain/sowing/sown-on';
import { SownOnField } from '@/domain/sowing/sown-on-field';
import { keptNotice, type Sent, useSend } from '@/outbox/send/use-send';
import type { AdvisedCrop, Intention } from '@/shared/api/advice';
import type { LandUnit } from '@/shared/api/land-size';
import { ApiError } from '@/shared/api/problem';
import type { Sowing } from '@/shared/api/sowings';
import { about } from '@/shared/format/field-figures';
import { formProblem } from '@/shared/forms/form-problems';
import { useDialogForm } from '@/shared/forms/use-dialog-form';
import { refusedField } from '@/shared/forms/use-save-form';
import { inBackground } from '@/shared/in-background';
import { ACRE_M2, HECTARE_M2 } from '@/shared/measures';
import { paths } from '@/shared/paths';
import { useWrite } from '@/shared/query/use-write';
import { ButtonLink } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { FormDialog } from '@/shared/ui/form-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { focusTitle } from '@/shared/ui/page-title';

const rules = withSize({ base: 'field_size', ofHectares: fieldSize, wanted: fieldSizeWanted }, {});

export function PlanDialog({ crop, onClose }: { crop: AdvisedCrop; onClose: () => void }) {
  const plan = usePlan();
  const [field, setField] = useState<{ hectares: number; unit?: LandUnit }>({ hectares: 0 });
  const [isBeyond, setBeyond] = useState(false);
  const inAcres = thinksInAcres(field.unit);
  const { dialog, alert, alertId, errors } = useDialogForm({
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
    <FormDialog title={t`Plan to sow ${name}`} save={t`I plan this`} {...dialog}>
      <p>{t`How large is the field? A plan is no promise: you can drop it at any time.`}</p>
      <OwnFieldSizeField
        onSize={(hectares, unit) => setField({ hectares, unit })}
        errors={errors}
        describedBy={alert ? alertId : undefined}
      />
      {field.hectares > 0 && crop.lacking !== 'unwatered-yield' && (
        <p>{harvestOf(crop, field.hectares, inAcres)}</p>
      )}
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
  const { dialog, alert, errors } = useDialogForm({
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
    <FormDialog title={t`You have sown ${crop}`} save={t`Save the sowing`} {...dialog}>
      <p>{t`The size is ${size}, as you planned. When did you sow?`}</p>
      <SownOnField error={errors.sown_on} />
      {alert && !errors.sown_on && <ErrorMessage>{alert}</ErrorMessage>}
    </FormDialog>
  );
}

const limit = v.object({ own_land: v.object({ land_ha: v.number(), planned_ha: v.number() }) });

/** Returns true if a plan was refused because the farmer's plans would take more land than the farmer has said. */
const isBeyondLand = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.type === 'plans-beyond-land';

/** Tells how much land is left for a plan that was refused; null for another refusal. */
export function beyondLand(error: unknown, inAcres: boolean): string | null {
  if (!isBeyondLand(error)) return null;
  const told = v.safeParse(limit, error.limit);
  if (!told.success) return null;
  const { land_ha, planned_ha } = told.output.own_land;
  const own = areaInFullWords(land_ha, inAcres);
  if (planned_ha === 0) {
    return t`You have ${own} of land, as you said. This field is larger. Plan a smaller one, or correct your land.`;
  }
  const taken = areaInFullWords(planned_ha, inAcres);
  const room = roomLeft(land_ha, planned_ha, inAcres);
  if (room <= 0) {
    return t`You have ${own} of land, as you said, and your plans take ${taken} already. Drop a plan, or correct your land.`;
  }
  const left = areaInFullWords(room, inAcres);
  return t`You have ${own} of land, as you said. Your plans take ${taken} already, so this field can have ${left}. Plan a smaller one, drop a plan, or correct your land.`;
}

/** Hectares left, down to a hundredth of the farmer's measure, so that the amount that is told is not refused. */
function roomLeft(land: number, planned: number, inAcres: boolean): number {
  const squareMetres = Math.round((land - planned) * HECTARE_M2);
  const measure = inAcres ? ACRE_M2 : HECTARE_M2;
  // The server allows for sizes that are rounded to whole square metres.
  return (Math.floor(((squareMetres + 1) / measure) * 100) / 100) * (measure / HECTARE_M2);
}

/** Returns true if a plan has ended: it was dropped or sown, its days are over, or nobody knows it. */
const isGone = (error: unknown) =>
  error instanceof ApiError && (error.type === 'not-found' || error.type === 'intention-ended');

interface NewPlan {
  crop: string;
  field_size_ha?: number;
  field_size?: UnitSize;
}

/** Returns a function that records 'I plan to sow this'. */
function usePlan(): (plan: NewPlan) => Promise<Sent<Intention>> {
  const send = useSend();
  const remember = useRememberUnit();
  return async (body) => {
    await remember(body.field_size);
    return send({ kind: 'plan', body });
  };
}

/** Returns a function that makes a plan a sowing. */
function useSowPlan(): (plan: string, sownOn: string | undefined) => Promise<Sent<Sowing>> {
  const client = useQueryClient();
  const send = useSend();
  return async (plan, sown_on) => {
    try {
      return await send({ kind: 'sow-plan', body: { plan: { id: plan }, ...(sown_on && { sown_on }) } });
    } catch (error) {
      // A plan that has ended leaves the screen, too.
      inBackground(sowingsChanged(client), 'The list of plans is not renewed');
      throw error;
    }
  };
}

/** Drops a plan. One that has ended already is as good as dropped. */
function useDropPlan(onDropped: (isQueued: boolean) => void) {
  const client = useQueryClient();
  const send = useSend();
  return useWrite({
    mutationFn: (id: string) => send({ kind: 'drop-plan', body: { plan: { id } } }),
    onSuccess: ({ isQueued }) => onDropped(isQueued),
    onError: () => inBackground(sowingsChanged(client), 'The list of plans is not renewed'),
  });
}

import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Intention } from '@/shared/api/advice';
import { CropName } from '@/shared/crops/crop-name';
import { cropInSentence, cropTitle } from '@/shared/crops/crop-words';
import { formProblem } from '@/shared/forms/form-problems';
import { fieldAmountWithHectares } from '@/shared/land/units';
import { Button } from '@/shared/ui/button';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { focusTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import styles from './own-plans.module.css';
import { SownDialog } from './sown-dialog';
import { useDropPlan } from './use-plans';
import { planStands } from './window-sentences';

/** Renders the farmer's open plans. */
export function OwnPlans({ plans }: { plans: readonly Intention[] }) {
  if (plans.length === 0) return null;
  return (
    <Panel title={t`You plan`}>
      <ul className={styles.plans}>
        {plans.map((plan) => (
          <Plan key={plan.id} plan={plan} />
        ))}
      </ul>
    </Panel>
  );
}

function Plan({ plan }: { plan: Intention }) {
  const size = fieldAmountWithHectares(plan);
  return (
    <li className={styles.plan}>
      <div className={styles.crop}>
        <CropName crop={plan.crop} name={cropTitle(plan.crop)} />
      </div>
      <p className={styles.said}>
        <strong>{size}</strong>
        <span>{planStands(plan)}</span>
      </p>
      <PlanActions plan={plan} />
    </li>
  );
}

/** Renders what can become of a plan: a sowing, or nothing. */
export function PlanActions({ plan }: { plan: Intention }) {
  const [asking, setAsking] = useState<'sown' | 'drop' | null>(null);
  const crop = cropInSentence(plan.crop);
  const close = () => setAsking(null);
  return (
    <div className={styles.actions}>
      <Button
        onClick={() => setAsking('sown')}
        aria-label={t`I have sown it: ${crop}`}
      >{t`I have sown it`}</Button>
      <Button look="secondary" onClick={() => setAsking('drop')} aria-label={t`Drop the plan: ${crop}`}>
        {t`Drop`}
      </Button>
      {asking === 'sown' && <SownDialog plan={plan} onClose={close} />}
      {asking === 'drop' && <DropDialog plan={plan} onClose={close} />}
    </div>
  );
}

function DropDialog({ plan, onClose }: { plan: Intention; onClose: () => void }) {
  const { succeed } = useNotices();
  const drop = useDropPlan(() => {
    onClose();
    succeed(t`The plan was dropped.`);
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

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CropName } from '@/domain/crops/crop-name';
import { cropInSentence, cropTitle } from '@/domain/crops/crop-words';
import { fieldAmountWithHectares } from '@/domain/land/units';
import { PendingNote, usePending } from '@/outbox/send/pending';
import { adviceQuery, type Intention } from '@/shared/api/advice';
import { Button } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import styles from './own-plans.module.css';
import { DropDialog, SownDialog } from './plan-dialogs';
import { planStands } from './window-sentences';

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
  const { dataUpdatedAt } = useQuery(adviceQuery);
  const entry = usePending(dataUpdatedAt).get(plan.id);
  const crop = cropInSentence(plan.crop);
  const close = () => setAsking(null);
  if (entry && !asking) return <PendingNote entry={entry} crop={plan.crop} />;
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

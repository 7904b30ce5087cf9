import { t } from '@lingui/core/macro';
import type { FertiliserPlan } from '@/shared/api/fertiliser';
import { SelectField } from '@/shared/ui/field';

interface FieldSituationProps {
  plan: FertiliserPlan;
  plans: readonly FertiliserPlan[];
  onChoose: (key: string) => void;
}

/** Lets the farmer choose the situation of the field. Renders nothing if only one is known. */
export function FieldSituation({ plan, plans, onChoose }: FieldSituationProps) {
  if (plans.length < 2) return null;
  return (
    <div className="screen-only">
      <SelectField label={t`My field`} value={plan.key} onChange={(event) => onChoose(event.target.value)}>
        {plans.map(({ key, situation }) => (
          <option key={key} value={key}>
            {situation}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

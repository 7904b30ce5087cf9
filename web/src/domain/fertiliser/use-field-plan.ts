import { useState } from 'react';
import type { CropFertiliser, FertiliserPlan } from '@/shared/api/fertiliser';
import { type KeptText, tabText } from '@/shared/storage/kept-text';

/** The chosen situation of each crop, kept for the visit. */
const kept = new Map<string, KeptText>();

function keptSituation(crop: string): KeptText {
  const text = kept.get(crop) ?? tabText(`field-${crop}`);
  kept.set(crop, text);
  return text;
}

/** Returns the plan of the situation that the farmer chose for a crop, or that of the district. */
export function useFieldPlan(crop: string, { plan, other_plans }: CropFertiliser) {
  const plans = [plan, ...other_plans];
  const [chosen, setChosen] = useState(() => keptSituation(crop).get());
  const choose = (key: string) => {
    keptSituation(crop).set(key);
    setChosen(key);
  };
  return { plan: planOf(plans, chosen) ?? plan, plans, choose };
}

/** A kept situation may not exist in the farmer's new district. */
const planOf = (plans: readonly FertiliserPlan[], key: string | null) =>
  plans.find((plan) => plan.key === key);

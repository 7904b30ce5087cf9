import { useState } from 'react';
import type { FertiliserPlan, SuitedCrop } from '@/shared/api/soil-climate';
import { type KeptText, tabText } from '@/shared/storage/kept-text';

/** The chosen situation of each crop, kept for the visit. */
const kept = new Map<string, KeptText>();

function keptSituation(crop: string): KeptText {
  const text = kept.get(crop) ?? tabText(`field-${crop}`);
  kept.set(crop, text);
  return text;
}

/** Returns the plan of the situation that the farmer chose for a crop, or that of the district. */
export function useFieldPlan({ crop, reasons }: SuitedCrop) {
  const plans = [reasons.plan, ...reasons.other_plans];
  const [chosen, setChosen] = useState(() => keptSituation(crop).get());
  const choose = (key: string) => {
    keptSituation(crop).set(key);
    setChosen(key);
  };
  return { plan: planOf(plans, chosen) ?? reasons.plan, plans, choose };
}

/** A kept situation may not exist in the farmer's new district. */
const planOf = (plans: readonly FertiliserPlan[], key: string | null) =>
  plans.find((plan) => plan.key === key);

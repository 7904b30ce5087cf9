import { t } from '@lingui/core/macro';
import { cropInSentence } from '@/domain/crops/crop-words';
import { FertiliserChoice } from '@/domain/fertiliser/fertiliser-choice';
import { FieldSituation } from '@/domain/fertiliser/field-situation';
import { useFertilisedArea } from '@/domain/fertiliser/use-fertilised-area';
import { useFieldPlan } from '@/domain/fertiliser/use-field-plan';
import type { CropOnField } from '@/shared/api/advice';
import { Disclosure } from '@/shared/ui/disclosure';
import styles from './card.module.css';

/** Returns the size of the field and the fertiliser plan that the farmer chose. `free` is the free land in hectares. */
export function useFieldInputs(
  { crop, fertiliser }: Pick<CropOnField, 'crop' | 'fertiliser'>,
  free: number | null = null,
) {
  const area = useFertilisedArea(free);
  const field = area.words ?? (area.inAcres ? t`one acre` : t`one hectare`);
  return { ...useFieldPlan(crop, fertiliser), area, field };
}

export type FieldInputs = ReturnType<typeof useFieldInputs>;

/** Lets the farmer choose the situation, the size and the fertilisers of the plan. */
export const FertiliserDetails = ({ crop, inputs }: { crop: string; inputs: FieldInputs }) => (
  <Disclosure label={t`Fertiliser, and how to buy it`} about={cropInSentence(crop)}>
    {() => (
      <div className={styles.fertiliser}>
        <FieldSituation plan={inputs.plan} plans={inputs.plans} onChoose={inputs.choose} />
        <FertiliserChoice plan={inputs.plan} area={inputs.area} />
      </div>
    )}
  </Disclosure>
);

import { WithCrops } from '@/domain/crops/with-crops';
import { KnownCropCards } from '@/features/known-crops/known-crop-cards';
import { YourField } from '@/features/record/your-field';
import type { FarmerRecord } from '@/shared/api/record';

/** The questions of the field, with the crops that the farmer knows. */
export const FieldQuestionnaire = ({ record }: { record: FarmerRecord }) => (
  <YourField
    record={record}
    knownCrops={<WithCrops>{(crops) => <KnownCropCards crops={crops} record={record} />}</WithCrops>}
  />
);

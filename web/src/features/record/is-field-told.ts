import type { FarmerRecord } from '@/shared/api/record';

/** What the advice asks of a field: land, water, soil test and known crops. */
export const ASKED_OF_FIELD = 4;

/** How much of it the farmer has told. */
export const toldOfField = ({ land_ha, water, soil_test, known_crops }: FarmerRecord) =>
  [land_ha !== null, water !== null, soil_test !== null, known_crops.length > 0].filter(Boolean).length;

export const isFieldTold = (record: FarmerRecord) => toldOfField(record) === ASKED_OF_FIELD;

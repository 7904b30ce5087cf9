import type { FarmerRecord } from '@/shared/api/record';

/** What the advice asks of a field: land, water, soil test, last crop and known crops. */
export const ASKED_OF_FIELD = 5;

/** How much of it the farmer has told. */
export const toldOfField = ({ land_ha, water, soil_test, last_crop, known_crops }: FarmerRecord) =>
  [land_ha, water, soil_test, last_crop, known_crops[0] ?? null].filter((told) => told !== null).length;

export const isFieldTold = (record: FarmerRecord) => toldOfField(record) === ASKED_OF_FIELD;

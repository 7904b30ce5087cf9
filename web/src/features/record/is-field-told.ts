import type { FarmerRecord } from '@/shared/api/record';

/** Whether the farmer has told of their field what the advice asks: land, water, soil test and known crops. */
export const isFieldTold = ({ land_ha, water, soil_test, known_crops }: FarmerRecord) =>
  land_ha !== null && water !== null && soil_test !== null && known_crops.length > 0;

import type { DemandOverview, DemandRow } from '@/shared/api/shapes';

interface Recommended<Row> {
  region: string;
  crop_year: number;
  crops: Row[];
}

/** Returns the recommended crops with the live demand figures, if region and crop year match. */
export function withLiveFigures<Row extends DemandRow>(
  recommended: Recommended<Row>,
  demand: DemandOverview | undefined,
): Row[] {
  if (demand?.region !== recommended.region || demand.crop_year !== recommended.crop_year) {
    return recommended.crops;
  }
  const live = new Map(demand.crops.map((row) => [row.crop, row]));
  return recommended.crops.map((row) => ({ ...row, ...live.get(row.crop) }));
}

import type { DemandOverview, DemandRow, KnownCropRecommendations } from '@/shared/api/shapes';

/** The recommended crops with the figures of the live demand, where it speaks of the same region and crop year. */
export function withLiveFigures(
  recommended: KnownCropRecommendations,
  demand: DemandOverview | undefined,
): DemandRow[] {
  if (demand?.region !== recommended.region || demand.crop_year !== recommended.crop_year) {
    return recommended.crops;
  }
  const live = new Map(demand.crops.map((row) => [row.crop, row]));
  return recommended.crops.map((row) => live.get(row.crop) ?? row);
}

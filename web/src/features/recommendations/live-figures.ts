import type { DemandOverview, DemandRow } from '@/shared/api/shapes';

interface Recommended<Row> {
  region: string;
  crop_year: number;
  crops: Row[];
}

/** By recommended row, the last that was returned for it. A row whose figures stay is the same object again. */
const returned = new WeakMap<DemandRow, { live: DemandRow; row: DemandRow }>();

/** Returns the recommended crops with the live demand figures, if region and crop year match. */
export function withLiveFigures<Row extends DemandRow>(
  recommended: Recommended<Row>,
  demand: DemandOverview | undefined,
): Row[] {
  if (demand?.region !== recommended.region || demand.crop_year !== recommended.crop_year) {
    return recommended.crops;
  }
  const figures = new Map(demand.crops.map((row) => [row.crop, row]));
  return recommended.crops.map((row) => {
    const live = figures.get(row.crop);
    if (!live) return row;
    const last = returned.get(row);
    if (last?.live === live) return last.row as Row;
    const joined = { ...row, ...live };
    returned.set(row, { live, row: joined });
    return joined;
  });
}

import type { DemandOverview } from './shapes';

/**
 * Returns the later of two demand states. A slow answer may arrive after a live change that it does not
 * contain. States are compared by the revision of the server, because clocks may differ.
 */
export function laterOverview(current: DemandOverview | undefined, next: DemandOverview): DemandOverview {
  if (!current || current.region !== next.region) return next;
  const years = next.crop_year - current.crop_year;
  return (years || next.revision - current.revision) >= 0 ? next : current;
}

/**
 * Applies a live change to the current state. Returns null if it does not fit, so that the whole state must
 * be fetched.
 */
export function withChange(
  current: DemandOverview | undefined,
  change: DemandOverview,
): DemandOverview | null {
  if (!current || current.region !== change.region || current.crop_year !== change.crop_year) return null;
  if (laterOverview(current, change) === current) return current;
  const changed = new Map(change.crops.map((row) => [row.crop, row]));
  const crops = current.crops.map((row) => {
    const next = changed.get(row.crop);
    changed.delete(row.crop);
    return next ?? row;
  });
  const known = [...crops, ...changed.values()].filter((row) => !change.not_known?.includes(row.crop));
  return { ...change, crops: known };
}

/**
 * Returns the keys of the crops whose figures differ between two states. Returns none without an earlier
 * state.
 */
export function changedCrops(before: DemandOverview | undefined, after: DemandOverview): string[] {
  if (!before) return [];
  const old = new Map(before.crops.map((row) => [row.crop, row]));
  return after.crops
    .filter((row) => {
      const was = old.get(row.crop);
      return was?.met_tonnes !== row.met_tonnes || was.demand_tonnes !== row.demand_tonnes;
    })
    .map((row) => row.crop);
}

import type { DemandOverview, DemandRow } from '@/shared/api/shapes';

/** A row of the demand table for tests: 10 t are wanted. */
export const demandRow = (crop: string, met: number, given: Partial<DemandRow> = {}): DemandRow => ({
  crop,
  name: crop.toUpperCase(),
  demand_tonnes: 10,
  met_tonnes: met,
  need_tonnes: 10 - met,
  met_percent: met * 10,
  domestic_tonnes: 10,
  exported_tonnes: 0,
  usual_tonnes: met,
  outside_tonnes: met,
  sown_tonnes: 0,
  has_balance: true,
  ...given,
});

/** The overview of a region for tests. */
export const demandOverview = (given: Partial<DemandOverview> = {}): DemandOverview => ({
  region: 'IN',
  basis: 'imported',
  crop_year: 2026,
  revision: 1,
  as_of: '2026-06-01T00:00:00Z',
  figures_as_of: '2026-05-20',
  coverage_percent: 0,
  summary: { average_demand_tonnes: 1, average_met_tonnes: 1, met_percent: 1, total_need_tonnes: 1 },
  crops: [],
  ...given,
});

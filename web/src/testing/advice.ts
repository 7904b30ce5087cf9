import type { AdvisedCrop } from '@/shared/api/advice';
import type { FertiliserPlan } from '@/shared/api/fertiliser';

const noBags = { bags: 0, kg_per_bag: 50 };

/** The plan of black gram on rain in Tamil Nadu, for tests. */
export const fertiliserPlan = (given: Partial<FertiliserPlan> = {}): FertiliserPlan => ({
  key: 'rainfed',
  situation: 'Rainfed',
  publisher: 'Tamil Nadu Agricultural University',
  region: 'IN-TN',
  dose: { n: 12.5, p: 25, k: 12.5 },
  n_kg_per_ha: 12.5,
  p2o5_kg_per_ha: 25,
  k2o_kg_per_ha: 12.5,
  bags: {
    with_dap: {
      urea: { bags: 0.13, kg_per_bag: 45 },
      dap: { bags: 1.09, kg_per_bag: 50 },
      ssp: noBags,
      mop: { bags: 0.42, kg_per_bag: 50 },
    },
    with_ssp: {
      urea: { bags: 0.6, kg_per_bag: 45 },
      dap: noBags,
      ssp: { bags: 3.13, kg_per_bag: 50 },
      mop: { bags: 0.42, kg_per_bag: 50 },
    },
  },
  ...given,
});

/** A crop that a farmer of Erode is advised to sow on 3 July 2026, for tests. */
export const advisedCrop = (given: Partial<AdvisedCrop> = {}): AdvisedCrop => ({
  crop: 'blackGram',
  name: 'BLACK GRAM',
  place_in_draw: 1,
  of_100_farmers: 34,
  share_here: 0.14,
  season: 'kharif',
  watered_of: null,
  known: true,
  calendar: { region: 'IN-TN', confidence: 'medium', name: 'kharif' },
  timing: 'usual',
  sow_from: '2026-06-11',
  sow_until: '2026-07-15',
  sow_latest: '2026-08-14',
  days_left: 12,
  harvest_from: '2026-09-11',
  harvest_until: '2026-09-30',
  demand_tonnes: 3_200_000,
  met_tonnes: 2_440_000,
  planned_tonnes: 24_000,
  need_open_percent: 23.1,
  error_percent: 7,
  imports: null,
  with_imports_percent: null,
  filled_if_all_follow_percent: 97.2,
  month_fill_percent: 41,
  month_price_index: null,
  support_price: { rupees_per_quintal: 8200, season: '2026-27 KMS', kind: 'msp' },
  yield_kg_per_ha: { low: 450, high: 1400 },
  leaves: {
    usual_year: { low: 18_300, high: 61_500 },
    poor_year: -12_400,
    cost: 44_400,
    cost_region: 'IN-TN',
    cost_year: 2017,
    price_rupees_per_quintal: 9250,
    confidence: 'medium',
  },
  lacking: null,
  water: {
    wants: 'once_or_twice',
    waterings: { low: 1, high: 2 },
    uses_mm: { low: 240, high: 300 },
    rain_mm: 182,
    soil_mm: 0,
    missing_mm: { low: 58, high: 118 },
  },
  better_at: [],
  seed: { kg_per_ha: { min: 20, max: 25 }, pieces_per_ha: null, form: null },
  fertiliser: { nutrients: [], plan: fertiliserPlan(), other_plans: [] },
  reasons: [],
  limits: [],
  ...given,
});

import type { components } from '@/shared/api/schema';

type Answer = components['schemas']['SoilClimateRecommendations'];
type Crop = Answer['crops'][number];
type Demand = Pick<Crop, 'crop' | 'name' | 'demand_tonnes' | 'met_tonnes' | 'is_beyond_error'>;

const districts = [
  { district: 'Erode', state: 'Tamil Nadu', region: 'IN-TN', is_own: true, share: 0.251204, weight: 0.91 },
  { district: 'Salem', state: 'Tamil Nadu', region: 'IN-TN', is_own: false, share: 0.284133, weight: 0.0102 },
  {
    district: 'Chamarajanagar',
    state: 'Karnataka',
    region: 'IN-KA',
    is_own: false,
    share: 0.003,
    weight: 0.0031,
  },
];

const others = { count: 84, share: 0.101, weight: 0.0767 };

const plan: Crop['reasons']['plan'] = {
  key: 'irrigated',
  situation: 'irrigated',
  publisher: 'Tamil Nadu Agricultural University',
  source: 'Crop Production Guide Agriculture 2020',
  region: 'IN-TN',
  dose: { n: 30, p: 55, k: 35 },
  n_kg_per_ha: 37.5,
  p2o5_kg_per_ha: 41.3,
  k2o_kg_per_ha: 35,
  bags: {
    with_dap: {
      urea: { bags: 1.03, kg_per_bag: 45 },
      dap: { bags: 1.79, kg_per_bag: 50 },
      ssp: { bags: 0, kg_per_bag: 50 },
      mop: { bags: 1.17, kg_per_bag: 50 },
    },
    with_ssp: {
      urea: { bags: 1.81, kg_per_bag: 45 },
      dap: { bags: 0, kg_per_bag: 50 },
      ssp: { bags: 5.16, kg_per_bag: 50 },
      mop: { bags: 1.17, kg_per_bag: 50 },
    },
  },
};

const rainfedPlan: Crop['reasons']['plan'] = {
  ...plan,
  key: 'rainfed',
  situation: 'rainfed',
  dose: { n: 20, p: 40, k: 50 },
  n_kg_per_ha: 25,
  p2o5_kg_per_ha: 30,
  k2o_kg_per_ha: 50,
  bags: {
    with_dap: {
      urea: { bags: 0.64, kg_per_bag: 45 },
      dap: { bags: 1.3, kg_per_bag: 50 },
      ssp: { bags: 0, kg_per_bag: 50 },
      mop: { bags: 1.67, kg_per_bag: 50 },
    },
    with_ssp: {
      urea: { bags: 1.21, kg_per_bag: 45 },
      dap: { bags: 0, kg_per_bag: 50 },
      ssp: { bags: 3.75, kg_per_bag: 50 },
      mop: { bags: 1.67, kg_per_bag: 50 },
    },
  },
};

const tested: Crop['reasons']['nutrients'] = [
  { nutrient: 'n', rating: 'low', soil_kg_per_ha: 180, dose_kg_per_ha: 30, short_kg_per_ha: 8.6 },
  { nutrient: 'p', rating: 'high', soil_kg_per_ha: 30, dose_kg_per_ha: 55, short_kg_per_ha: 0 },
  { nutrient: 'k', rating: 'medium', soil_kg_per_ha: 250, dose_kg_per_ha: 35, short_kg_per_ha: 12 },
];

const untested: Crop['reasons']['nutrients'] = tested.map((gap) => ({
  ...gap,
  rating: 'not-tested',
  soil_kg_per_ha: null,
  short_kg_per_ha: null,
}));

const crop = (demand: Demand, probability: number, limits: Crop['reasons']['limits']): Crop => ({
  ...demand,
  domestic_tonnes: demand.demand_tonnes,
  exported_tonnes: 0,
  usual_tonnes: demand.met_tonnes,
  outside_tonnes: demand.met_tonnes,
  sown_tonnes: 0,
  has_balance: true,
  need_tonnes: demand.demand_tonnes - demand.met_tonnes,
  met_percent: (demand.met_tonnes / demand.demand_tonnes) * 100,
  probability,
  reasons: { districts, others, rest: [], limits, nutrients: tested, plan, other_plans: [rainfedPlan] },
});

/** Answer for a farmer in Erode with N 180, P 30 and K 250. The figures are as wide as possible. */
export const ofErode: Answer = {
  region: 'IN',
  // A crop year without live figures, so that the stream does not replace these.
  crop_year: 1999,
  basis: 'own-district',
  as_of: '1999-06-01T00:00:00Z',
  model_version: 'test',
  soil_tested: true,
  district: { key: 'tn-erode', name: 'Erode', state: 'Tamil Nadu', region: 'IN-TN' },
  missing: null,
  crops: [
    crop(
      {
        crop: 'groundnut',
        name: 'GROUNDNUT',
        demand_tonnes: 9234567.891,
        met_tonnes: 9834567.2,
        is_beyond_error: true,
      },
      0.231415,
      [{ kind: 'water-deficit', amount: 86, unit: 'mm' }],
    ),
    crop(
      { crop: 'sugarcane', name: 'SUGARCANE', demand_tonnes: 477398686.4, met_tonnes: 412345678.123 },
      0.150912,
      [
        { kind: 'water-deficit', amount: 1387, unit: 'mm' },
        { kind: 'too-hot', amount: 2.4, unit: '°C' },
      ],
    ),
    crop({ crop: 'maize', name: 'MAIZE', demand_tonnes: 38456789.1, met_tonnes: 20123456.7 }, 0.1234, []),
  ],
};

export const ofErodeUntested: Answer = {
  ...ofErode,
  soil_tested: false,
  crops: ofErode.crops.map((one) => ({ ...one, reasons: { ...one.reasons, nutrients: untested } })),
};

export const without = (missing: NonNullable<Answer['missing']>): Answer => ({
  ...ofErode,
  district: null,
  missing,
  crops: [],
});

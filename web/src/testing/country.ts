import type { Crop } from '@/shared/api/crops';
import { demandOverview, demandRow } from './demand';

/** The crops in their order: name, usual name, yield range in kg per hectare, and the demand and what meets it in t. */
const FIGURES = {
  paddy: ['PADDY', 'Paddy', 3000, 4800, 216_798_000, 228_042_000],
  cholam: ['CHOLAM', 'Sorghum', 1100, 2900, 4_683_000, 4_683_000],
  cumbo: ['CUMBU', 'Cumbu', 1100, 2400, 10_923_000, 10_923_000],
  ragi: ['RAGI', 'Ragi', 900, 2400, 1_882_000, 1_989_000],
  maize: ['MAIZE', 'Maize', 2800, 7700, 48_266_000, 49_251_000],
  redGram: ['RED GRAM', 'Red Gram', 700, 1900, 4_523_000, 3_544_000],
  bengalGram: ['BENGAL GRAM', 'Bengal Gram', 900, 2400, 12_349_000, 11_556_000],
  greenGram: ['GREEN GRAM', 'Green Gram', 450, 1400, 3_948_000, 4_368_000],
  blackGram: ['BLACK GRAM', 'Black Gram', 450, 1400, 3_072_000, 2_240_000],
  horseGram: ['HORSE GRAM', 'Horse Gram', 450, 1400, 261_000, 261_000],
  groundnut: ['GROUNDNUT', 'Groundnut', 1400, 3400, 11_608_000, 12_508_000],
  gingelly: ['GINGELLY', 'Gingelly', 800, 1600, 875_000, 802_000],
  potato: ['POTATO', 'Potatoes', 14_000, 29_000, 57_883_000, 58_383_000],
  onion: ['ONION', 'Onion', 14_000, 29_000, 28_194_000, 28_183_000],
  sugarcane: ['SUGARCANE', 'Sugarcane', 29_000, 78_000, 469_275_000, 469_275_000],
  cotton: ['COTTON', 'Cotton', 600, 2400, 16_807_000, 16_033_000],
} as const;

/** Crops whose need, or surplus, is beyond the error of the figure. */
const CERTAIN: readonly string[] = ['paddy', 'redGram', 'blackGram'];

export const CROPS: readonly Crop[] = Object.entries(FIGURES).map(
  ([crop, [name, display_name, yield_min_kg_per_ha, yield_max_kg_per_ha]]) => ({
    crop,
    name,
    display_name,
    slug: display_name.toLowerCase(),
    emoji: '🌱',
    tamil_name: '',
    hindi_name: '',
    other_names: [],
    yield_min_kg_per_ha,
    yield_max_kg_per_ha,
  }),
);

const FIGURES_OF_ALL = Object.values(FIGURES);
const total = (place: 4 | 5) => FIGURES_OF_ALL.reduce((sum, figures) => sum + figures[place], 0);
const [DEMAND, MET] = [total(4), total(5)];

/** The demand of India. */
export const COUNTRY = demandOverview({
  summary: {
    average_demand_tonnes: DEMAND / FIGURES_OF_ALL.length,
    average_met_tonnes: MET / FIGURES_OF_ALL.length,
    met_percent: (MET / DEMAND) * 100,
    total_need_tonnes: DEMAND - MET,
    is_beyond_error: true,
  },
  crops: Object.entries(FIGURES).map(([crop, [name, , , , demand, met]]) =>
    demandRow(crop, met, {
      name,
      demand_tonnes: demand,
      domestic_tonnes: demand,
      need_tonnes: demand - met,
      met_percent: (met / demand) * 100,
      ...(CERTAIN.includes(crop) && { is_beyond_error: true }),
    }),
  ),
});

import type { components } from '@/shared/api/schema';
import { COUNTRY, CROPS } from './country';
import type { Operation } from './server';

type Schemas = components['schemas'];

/** The farmer of the tests of screens. */
export const FARMER: Schemas['User'] = {
  id: '0197c000-0000-7000-8000-00000000f001',
  display_name: 'Test Farmer',
  photo_url: null,
  email: 'farmer@example.org',
  has_imported_record: false,
  language: null,
};

/** The record of a farmer who has told nothing yet. */
export const EMPTY_RECORD: Schemas['FarmerRecord'] = {
  email: FARMER.email,
  number: '',
  place: '',
  district: null,
  place_status: 'missing',
  candidates: [],
  npk: { n: 0, p: 0, k: 0 },
  known_crops: [],
  land_ha: null,
  land_entered: null,
  land_units: {
    preferred: null,
    usual: 'acre',
    offered: [
      { unit: 'hectare', square_metres: 10_000, choices: [], believed: null },
      { unit: 'acre', square_metres: 4046.8564224, choices: [], believed: null },
    ],
  },
  water: null,
  soil: null,
  last_crop: null,
  outside_crops: [],
  soil_test: null,
  usual_yields: [],
  complete: false,
  revision: 0,
};

const COMMON = { region: 'IN', crop_year: 2026, as_of: '2026-07-03T06:00:00Z' };

/** What the server answers a farmer who has agreed to the notice and told nothing yet. */
export const FIRST_ANSWERS: Partial<Record<Operation, object>> = {
  'GET /api/v1/session': { user: FARMER },
  'GET /api/v1/sign-in': { provider: 'Google', is_google: true },
  'GET /api/v1/me/consent': { is_given: true, last: null },
  'GET /api/v1/me/profile': EMPTY_RECORD,
  'GET /api/v1/me/imported-record': { record: null },
  'GET /api/v1/me/sessions': { items: [] },
  'GET /api/v1/me/sowings': { items: [], next_cursor: null },
  'GET /api/v1/me/withdrawn-sowings': { items: [] },
  'GET /api/v1/me/advice': {
    as_of: '2026-07-03',
    season: 'kharif',
    region: 'IN',
    district: null,
    missing: 'place-missing',
    water: null,
    all_full: false,
    advice: [],
    not_shown: [],
    later: [],
    standing: null,
    unknown_crops: [],
    intentions: [],
    sown: [],
    own_land: null,
  },
  'GET /api/v1/me/windows': { region: 'IN', crops: [] },
  'GET /api/v1/me/recommendations/known-crops': { ...COMMON, missing: null, crops: [] },
  'GET /api/v1/me/recommendations/soil-climate': {
    ...COMMON,
    model_version: 'test',
    soil_tested: false,
    district: null,
    missing: 'place-missing',
    basis: null,
    crops: [],
  },
  'GET /api/v1/crops': { items: CROPS },
  'GET /api/v1/regions': {
    items: [
      { code: 'IN', name: 'India' },
      { code: 'IN-TN', name: 'Tamil Nadu' },
    ],
  },
  'GET /api/v1/places': { items: [], resolved: null },
  'GET /api/v1/demand': COUNTRY,
  'GET /api/v1/demand/windows': { region: 'IN', crops: [] },
  'GET /api/v1/demand/projected': { as_of: '2026-07-03', crop_year: 2026, crops: [] },
};

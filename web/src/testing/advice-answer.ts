import { advisedCrop } from './advice';
import { server } from './server';

/** Day of all answers of this file. */
export const TODAY = '2026-07-03';

const blackGram = advisedCrop({
  reasons: [
    { district: 'Erode', state: 'Tamil Nadu', is_own: true, share: 0.13 },
    { district: 'Namakkal', state: 'Tamil Nadu', is_own: false, share: 0.18 },
    { district: 'Chamarajanagar', state: 'Karnataka', is_own: false, share: 0.09 },
  ],
  limits: [{ kind: 'too-hot', amount: 1.4 }],
});

const onion = {
  ...blackGram,
  crop: 'onion',
  name: 'ONION',
  place_in_draw: 2,
  of_100_farmers: 21,
  share_here: 0.06,
  known: false,
  calendar: { region: 'IN', confidence: 'low', name: 'kharif' },
  sow_until: '2026-08-31',
  sow_latest: '2026-09-14',
  days_left: 59,
  harvest_from: '2026-10-01',
  harvest_until: '2026-11-20',
  need_open_percent: 8.4,
  filled_if_all_follow_percent: 99,
  month_fill_percent: 180,
  month_price_index: 1.33,
  support_price: null,
  yield_kg_per_ha: { low: 14_000, high: 29_000 },
  leaves: null,
  lacking: 'survey' as const,
  water: null,
  better_at: ['sooner'],
  limits: [],
};

const cotton = {
  ...blackGram,
  crop: 'cotton',
  name: 'COTTON',
  place_in_draw: 3,
  of_100_farmers: 0,
  share_here: 0.004,
  known: false,
  sow_until: '2026-07-03',
  days_left: 0,
  harvest_from: '2026-11-20',
  harvest_until: '2027-01-31',
  need_open_percent: 0.4,
  filled_if_all_follow_percent: 99.9,
  month_fill_percent: 100,
};

export const PLAN = {
  id: '0197c000-0000-7000-8000-000000000001',
  crop: 'groundnut',
  name: 'GROUNDNUT',
  field_size_ha: 1.25,
  expected_yield_kg: 3000,
  planned_at: '2026-07-01T04:00:00Z',
  ends_on: '2026-07-31',
  days_left: 28,
  opens_on: null,
};

const KHARIF = { region: 'IN-TN', confidence: 'medium', name: 'kharif' };

export const ADVICE = {
  as_of: TODAY,
  season: 'kharif',
  region: 'IN-TN',
  district: { key: 'erode', name: 'Erode', state: 'Tamil Nadu', region: 'IN-TN' },
  missing: null as string | null,
  water: null as string | null,
  all_full: false,
  advice: [blackGram, onion, cotton],
  not_shown: [{ crop: 'paddy', name: 'PADDY', share_here: 0.37, why: 'full' }],
  later: [
    {
      crop: 'bengalGram',
      name: 'BENGAL GRAM',
      calendar: KHARIF,
      sow_from: '2026-08-20',
      sow_until: '2026-11-30',
      in_days: 48,
    },
    {
      crop: 'maize',
      name: 'MAIZE',
      calendar: KHARIF,
      sow_from: '2026-08-30',
      sow_until: '2026-10-15',
      in_days: 58,
    },
  ],
  standing: null as object | null,
  unknown_crops: [] as object[],
  unknown_crops_first: false,
  intentions: [] as (typeof PLAN)[],
};

/** Nothing is advised. */
export const NO_ADVICE = { ...ADVICE, advice: [], not_shown: [], later: [] };

/** Ten-day bins from 1 July 2026 on, the most around 20 September. */
const bins = Array.from({ length: 36 }, (_, place) => {
  const month = (6 + Math.floor(place / 3)) % 12;
  const year = month >= 6 ? 2026 : 2027;
  const day = ['01', '11', '21'][place % 3];
  const usual_tonnes = Math.round(
    60_000 * Math.exp(-(((place - 8) / 3) ** 2)) + 18_000 * Math.exp(-(((place - 22) / 4) ** 2)),
  );
  return {
    from: `${year}-${String(month + 1).padStart(2, '0')}-${day}`,
    usual_tonnes,
    this_year_tonnes: Math.round(usual_tonnes * (place === 8 ? 1.3 : place < 12 ? 1.08 : 0.97)),
    in_grow_tonnes: 120,
  };
});

const window = {
  name: 'kharif',
  season: 'kharif',
  region: 'IN-TN',
  districts: [] as string[],
  earliest: '06-01',
  sow_from: '06-11',
  sow_until: '07-15',
  latest: '07-31',
  harvest_from: '09-11',
  harvest_until: '10-25',
  days_min: 70,
  days_max: 90,
  confidence: 'medium',
  source: 'Crop calendar of the Department of Agriculture (state-wise, thirds of a month)',
  years: '2008-2012',
  note: '',
  is_open: true,
  opens: '2026-06-11',
  closes: '2026-07-15',
  in_days: 12,
};

export const calendar = (region: string, crop: string) => ({
  region,
  crop,
  calendar_region: region,
  coverage_percent: 2.4,
  windows: [
    {
      ...window,
      name: 'samba',
      season: 'rabi',
      districts: ['Thanjavur', 'Thiruvarur'],
      sow_from: '10-01',
      sow_until: '11-15',
      harvest_from: '12-15',
      harvest_until: '02-10',
      days_min: 65,
      days_max: 65,
      confidence: 'low',
      source: 'recalled',
      note: 'after paddy, on what the soil still holds',
      is_open: false,
      opens: '2026-10-01',
      closes: '2026-11-15',
      in_days: 90,
    },
    window,
  ],
  bins,
});

/** What the server tells about the harvest of a sowing. */
export const HARVEST = {
  sown_on: '2026-06-28',
  maturity: null,
  harvest_from: '2026-10-11',
  harvest_until: '2026-10-28',
  days_to_harvest: 100,
  calendar_region: 'IN-TN',
  closed: null,
};

/** Answers the advice. Fields in `told` override those of the answer. */
export const adviseWith = (told: object = {}) =>
  server.answer('GET /api/v1/me/advice', { ...ADVICE, ...told });

/** Answers when crops are sown next: only black gram has a window. */
export function answerNextWindows(): void {
  const { name, confidence, is_open, opens, closes, in_days } = window;
  const next = { crop: 'blackGram', name, confidence, is_open, opens, closes, in_days };
  server.answer('GET /api/v1/demand/windows', { region: 'IN', crops: [next] });
}

/** Answers the calendar of any crop. */
export const answerCalendar = () =>
  server.answer('GET /api/v1/demand/calendar', ({ query }) =>
    calendar(query.get('region') ?? 'IN', query.get('crop') ?? ''),
  );

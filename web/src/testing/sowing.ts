import { HARVEST } from './advice-answer';

/** A sowing of groundnut, as the server answers it. */
export const SOWING = {
  id: '0197c000-0000-7000-8000-000000000002',
  crop: 'groundnut',
  field_size_ha: 1.25,
  expected_yield_kg: 3000,
  sown_at: '2026-06-28T04:00:00Z',
  days_since_sowing: 5,
  is_counted: true,
  ...HARVEST,
};

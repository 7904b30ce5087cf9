import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Sowing } from '@/shared/api/sowings';
import { FieldSizeCell } from './sowings-table';

test('the size as it was entered is a word of its own, for who copies or hears the cell', () => {
  const entered = { value: 1.25, unit: 'acre_and_cents', unit_square_metres: null } as const;
  const cell = renderToStaticMarkup(<FieldSizeCell sowing={{ field_size_ha: 0.5059, entered } as Sowing} />);
  expect(cell.replace(/<[^>]*>/g, '')).toBe('0.51 1 acre 25 cents');
});

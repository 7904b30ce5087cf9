import { expect, test } from 'vitest';
import { demandRow } from '@/testing/demand';
import { noteOfUse, sentText, usedText } from './balance';

/** Spaces within a figure do not break. */
const spaced = (text: string) => text.replaceAll('\u00a0', ' ');

const row = (usual_tonnes: number, domestic_tonnes: number, basis: string | null = 'population') =>
  demandRow('cholam', 1, { usual_tonnes, domestic_tonnes, basis, has_balance: basis !== 'production' });

test('a state sends what it grows beyond its use, and receives what it lacks', () => {
  const sent = ([grown, used]: readonly [number, number]) => spaced(sentText(row(grown, used), 'Kerala'));
  const pairs = [
    [500_000, 200_000],
    [200_000, 500_000],
    [500_000, 501_000],
    [0, 0],
  ] as const;
  expect(pairs.map(sent)).toEqual(['sends 3 L', 'receives 3 L', 'about even', 'nothing']);
});

test('the balance of India names its exports', () => {
  const india = demandRow('paddy', 1, { exported_tonnes: 31_305_000 });
  expect(spaced(sentText(india, null))).toBe('exports 3.13 Cr');
  expect(sentText({ ...india, exported_tonnes: 0 }, null)).toBe('no exports known');
});

test('without a known use, the balance computes nothing from it', () => {
  const unknown = row(500_000, 500_000, 'production');
  expect([usedText(unknown), sentText(unknown, 'Kerala')]).toEqual(['not known', 'not known']);
});

test('a row says what the use of a state goes by, or whose figures they are', () => {
  const noted = (basis: string | null, source?: string) => noteOfUse(row(1, 1, basis), 'Kerala', source);
  expect(['population', 'processing', 'production'].map((basis) => noted(basis))).toEqual([
    "Use: share of India's use by population.",
    "Use: share of India's use by mills.",
    'How much Kerala uses is not known.',
  ]);
  expect(noted(null, 'Department of Agriculture, Kerala')).toBe(
    'Figures of Kerala itself: Department of Agriculture, Kerala',
  );
  expect(noteOfUse(row(1, 1, null), null, 'Ministry of Agriculture')).toBe('');
});

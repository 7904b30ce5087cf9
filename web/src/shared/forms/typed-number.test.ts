import { expect, test } from 'vitest';
import { isGarbled, isPartial, readings, shown } from './typed-number';

test.each([
  ['', ''],
  ['1.25', '1.25'],
  ['1,25', '1.25'],
  ['1,', '1.'],
  ['0,125', '0.125'],
  ['1250,5', '1250.5'],
  ['-1,5', '-1.5'],
  ['௧,௨௫', '1.25'],
  ['१२.५', '12.5'],
  ['1٫5', '1.5'],
  ['۱٫۵', '1.5'],
  ['১,৫', '1.5'],
  ['౨.౫', '2.5'],
  [' 2.5\u00a0', '2.5'],
])('%j is shown as %j: a single comma is a decimal one', (written, field) => {
  expect(shown(written)).toBe(field);
  expect(readings(written)).toBeNull();
});

test.each([
  ['1,00,', '100'],
  ['1,00,0', '1000'],
  ['1,00,000', '100000'],
  ['12,34,567', '1234567'],
  ['1,00,000.5', '100000.5'],
  ['1,000,000', '1000000'],
  ['1,000.5', '1000.5'],
  ['௧,௦௦,௦௦௦', '100000'],
  ['١٬٠٠٬٠٠٠', '100000'],
])('%j is shown as %j: commas that group are left out', (written, field) => {
  expect(shown(written)).toBe(field);
  expect(readings(written)).toBeNull();
});

test.each([
  ['1,000', '1', '1000'],
  ['10,000', '10', '10000'],
  ['1,250', '1.25', '1250'],
  ['999,999', '999.999', '999999'],
  ['௧,௦௦௦', '1', '1000'],
])('%j may be %s or %s', (written, less, more) => {
  expect(readings(written)).toEqual([less, more]);
});

test.each(['1.000', '1234,567', '0,000', '1,0000', '1,00', '1,000,', '1,000.'])(
  '%j is not asked about',
  (written) => {
    expect(readings(written)).toBeNull();
  },
);

test.each(['1,00,00', '1,5,2', '1,0.5', '12,345,67', ',,', '1,00,'])('%j is garbled', (written) => {
  expect(isGarbled(written)).toBe(true);
});

test.each(['', '1', '1.25', '1,25', '1,000', '1,00,000', '12,34,567.5', '1,000.5', '௧,௦௦,௦௦௦'])(
  '%j is not garbled',
  (written) => {
    expect(isGarbled(written)).toBe(false);
  },
);

test.each(['1/2', '1½', '1 1/2', '2 acres', '12 34', '1\u00b75', '−1', '𝟙'])(
  '%j is not wholly understood',
  (written) => {
    expect(isPartial(written)).toBe(true);
  },
);

test.each(['', '1', '-1.5', '1e3', '1,00,000', ' 12 ', '1٫5', '۱۲'])('%j is wholly understood', (written) => {
  expect(isPartial(written)).toBe(false);
});

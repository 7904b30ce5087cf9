import { i18n } from '@lingui/core';
import { afterEach, expect, test } from 'vitest';
import { regionName } from '@/domain/regions/region-name';
import { activate } from '@/shared/i18n/language';
import { inOrder } from './region-choice';

afterEach(() => i18n.activate('en'));

test('India is first, then the states in the order of their names in the language', async () => {
  const codes = ['IN', 'IN-AP', 'IN-TN', 'IN-UP', 'IN-WB'];
  expect(inOrder(codes, 'en')).toEqual(codes);
  await activate('hi');
  const names = inOrder(codes, 'hi').map(regionName);
  expect(names).toEqual(['भारत', 'आंध्र प्रदेश', 'उत्तर प्रदेश', 'तमिलनाडु', 'पश्चिम बंगाल']);
});

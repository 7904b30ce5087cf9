import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { whyAfter } from './rotation-sentences';

test('each reason of the rules of rotation has its words, and an unknown one has none', () => {
  const keys = readFileSync(new URL('../../../../crates/domain/src/rotation.rs', import.meta.url), 'utf8')
    .split('keyed!(Why {')[1]
    ?.split('});')[0]
    ?.match(/(?<=")\w+(?=")/g);
  expect(keys?.length).toBeGreaterThan(20);
  for (const key of keys ?? []) expect(whyAfter(key), key).not.toBeNull();
  expect(whyAfter('weeds')).toBeNull();
});

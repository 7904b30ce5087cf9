import { expect, test } from 'vitest';
import { columnOf } from '@/shared/testing/data-file';
import names from './situations.ts?raw';

test.each(columnOf('fertiliser_doses.csv', 'situation'))(
  'the situation %j has a name in every language',
  (situation) => {
    expect(names.replaceAll(/\s+/g, ' ')).toContain(`() => t\`${situation}\``);
  },
);

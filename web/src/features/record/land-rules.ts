import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { withSize } from '@/domain/land/land-size';
import { whole } from '@/shared/format/numbers';
import { hasAtMostTwoDecimals } from '@/shared/forms/two-decimals';
import { MOST_HECTARES } from '@/shared/measures';

const withinLimits = (text: string) => Number(text) > 0 && Number(text) <= MOST_HECTARES;

/** Validates 'My land'. It may be left out. */
const ofHectares = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => text === '' || withinLimits(text),
    () => t`Enter your land in hectares, up to ${whole(MOST_HECTARES)}, or leave it empty.`,
  ),
  v.check(hasAtMostTwoDecimals, () => t`Use at most two decimals.`),
  v.transform((text) => (text === '' ? null : Number(text))),
);

const notANumber = () => t`Enter your land as a number, or leave it empty.`;

export const landRules = withSize({ base: 'land', ofHectares, notANumber }, {});

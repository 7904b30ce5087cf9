import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { whole } from '@/shared/format/numbers';
import { hasAtMostTwoDecimals } from '@/shared/forms/two-decimals';
import { withSize } from '@/shared/land/land-size';

/** Maximum in hectares; the server has the same limit. */
const LAND_MAX = 10_000;

const withinLimits = (text: string) => Number(text) > 0 && Number(text) <= LAND_MAX;

/** Validates 'My land'. It may be left out. */
const ofHectares = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => text === '' || withinLimits(text),
    () => t`Enter your land in hectares, up to ${whole(LAND_MAX)}, or leave it empty.`,
  ),
  v.check(hasAtMostTwoDecimals, () => t`Use at most two decimals.`),
  v.transform((text) => (text === '' ? null : Number(text))),
);

export const landRules = withSize({ base: 'land', ofHectares }, {});

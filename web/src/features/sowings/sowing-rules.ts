import type * as v from 'valibot';
import { withSize } from '@/shared/land/land-size';
import { chosenCrop, fieldSize, fieldSizeWanted } from '@/shared/sowing/field-size';
import { maturity } from '@/shared/sowing/maturity';
import { sownOn } from '@/shared/sowing/sown-on';

export const sowingRules = withSize(
  { base: 'field_size', ofHectares: fieldSize, wanted: fieldSizeWanted },
  { crop: chosenCrop, sown_on: sownOn, maturity },
);

export type NewSowing = v.InferOutput<typeof sowingRules>;

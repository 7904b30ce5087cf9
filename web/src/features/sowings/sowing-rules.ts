import type * as v from 'valibot';
import { withSize } from '@/domain/land/land-size';
import { chosenCrop, fieldSize, fieldSizeWanted } from '@/domain/sowing/field-size';
import { maturity } from '@/domain/sowing/maturity';
import { sownOn } from '@/domain/sowing/sown-on';

export const sowingRules = withSize(
  { base: 'field_size', ofHectares: fieldSize, wanted: fieldSizeWanted },
  { crop: chosenCrop, sown_on: sownOn, maturity },
);

export type NewSowing = v.InferOutput<typeof sowingRules>;

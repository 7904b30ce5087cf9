import * as v from 'valibot';
import { chosenCrop, fieldSize } from '@/shared/sowing/field-size';
import { sownOn } from '@/shared/sowing/sown-on';

export const sowingRules = v.object({ crop: chosenCrop, field_size_ha: fieldSize, sown_on: sownOn });

export type NewSowing = v.InferOutput<typeof sowingRules>;

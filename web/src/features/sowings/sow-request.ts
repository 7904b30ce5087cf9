import * as v from 'valibot';
import type { Crop } from '@/shared/api/shapes';
import { findCrop } from '@/shared/crops/find-crop';

const sowRequest = v.object({ email: v.string(), cropName: v.string() });
export type SowRequest = v.InferOutput<typeof sowRequest>;

/**
 * The crop that a recommendation fixed through the navigation state. The state is outside text: it counts only when it
 * names a crop and the farmer who is signed in.
 */
export function requestedCrop(state: unknown, email: string, crops: readonly Crop[]): Crop | undefined {
  const parsed = v.safeParse(sowRequest, state);
  if (!parsed.success || parsed.output.email !== email) return undefined;
  return findCrop(crops, parsed.output.cropName);
}

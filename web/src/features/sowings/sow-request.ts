import * as v from 'valibot';
import { findCrop } from '@/domain/crops/find-crop';
import type { Crop } from '@/shared/api/crops';

const sowRequest = v.object({ email: v.string(), cropName: v.string() });
export type SowRequest = v.InferOutput<typeof sowRequest>;

/**
 * Returns the crop that a recommendation passed in the navigation state. The state is untrusted: it must name
 * a known crop and the signed-in farmer.
 */
export function requestedCrop(state: unknown, email: string, crops: readonly Crop[]): Crop | undefined {
  const parsed = v.safeParse(sowRequest, state);
  if (!parsed.success || parsed.output.email !== email) return undefined;
  return findCrop(crops, parsed.output.cropName);
}

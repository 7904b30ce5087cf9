import { t } from '@lingui/core/macro';
import { whole } from '@/shared/format/numbers';

/**
 * Returns the sentence for a part of the number that the districts do not explain. Returns null for a cause that
 * this version does not know.
 */
export function restSentence(cause: string, by: number): string | null {
  const hectares = whole(Math.round(Math.abs(by) * 100));
  const sentences: Readonly<Record<string, readonly [adds: string, takes: string]>> = {
    soil: [
      t`Your soil test adds ${hectares} of 100 hectares.`,
      t`Your soil test takes away ${hectares} of 100 hectares.`,
    ],
    water: [
      t`The water of your field adds ${hectares} of 100 hectares.`,
      t`The water of your field takes away ${hectares} of 100 hectares.`,
    ],
    envelope: [
      t`Your climate rules out other crops, which adds ${hectares} of 100 hectares.`,
      t`Your climate rules the crop out, which takes away ${hectares} of 100 hectares.`,
    ],
    model: [
      t`No mix of these districts grows as much: the course of climate and place between districts adds ${hectares} of 100 hectares.`,
      t`No mix of these districts grows as little: the course of climate and place between districts takes away ${hectares} of 100 hectares.`,
    ],
  };
  return sentences[cause]?.[by > 0 ? 0 : 1] ?? null;
}

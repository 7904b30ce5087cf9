import { t } from '@lingui/core/macro';
import type { AdvisedCrop, OtherSowable } from '@/shared/api/advice';

/** Tells what an alternative is better at than the first crop, or null. */
export function betterAt({ better_at }: Pick<AdvisedCrop, 'better_at'>): string | null {
  const reasons = better_at.map(betterAtWord).filter((word) => word !== null);
  return reasons.length > 0 ? reasons.join(' · ') : null;
}

function betterAtWord(key: string): string | null {
  const words: Readonly<Record<string, string>> = {
    'less-water': t`Needs less water`,
    known: t`You know it`,
    'more-needed': t`More is needed of it`,
    sooner: t`Harvested earlier`,
  };
  return words[key] ?? null;
}

/** Says why a crop is not advised; null if only a newer app knows. */
export const whyNot = (why: OtherSowable['why']): string | null =>
  why &&
  {
    'needs-water': t`needs more water than your field has`,
    soil: t`fails on your kind of soil`,
    'last-crop': t`should not follow what stood here last`,
    'no-mill': t`no sugar mill of your state crushes`,
    full: t`India has enough of it`,
    'others-sow': t`shown to others, so that not everybody sows the same`,
    late: t`most sow it earlier`,
    loses: t`a usual year leaves a loss`,
    'another-first': t`most such land is better sown with another`,
  }[why];

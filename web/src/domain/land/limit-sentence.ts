import { t } from '@lingui/core/macro';
import type { Limit } from '@/shared/api/soil-climate';
import { about } from '@/shared/format/field-figures';

/**
 * Returns the sentence for a limit of a crop and its remedy. Returns null for a kind of limit that this
 * version does not know.
 */
export function limitSentence({ kind, amount }: Limit): string | null {
  const figure = about(amount ?? 0);
  const sentences: Readonly<Record<string, string>> = {
    'water-deficit': t`Needs about ${figure} mm more water than your rain gives: irrigate.`,
    'water-excess': t`Your rain gives about ${figure} mm more water than it likes: let the field drain.`,
    'too-cold': t`Its season here is about ${figure} °C colder than it likes: sow in the warmer months.`,
    'too-hot': t`Its season here is about ${figure} °C hotter than it likes: sow in the cooler months.`,
    'killing-frost': t`A frost that kills it can come in its season: sow so that it is harvested before.`,
  };
  return sentences[kind] ?? null;
}

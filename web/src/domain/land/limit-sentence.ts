import { t } from '@lingui/core/macro';
import type { Limit } from '@/shared/api/soil-climate';
import { about } from '@/shared/format/field-figures';

/**
 * Returns the sentence for a limit of a crop and its remedy. Returns null for a kind of limit that this
 * version does not know.
 */
export function limitSentence({ kind, amount }: Limit): string | null {
  const figure = about(amount ?? 0);
  switch (kind) {
    case 'water-deficit':
      return t`Needs about ${figure} mm more water than your rain gives: irrigate.`;
    case 'water-excess':
      return t`Your rain gives about ${figure} mm more water than it likes: let the field drain.`;
    case 'too-cold':
      return t`Its season here is about ${figure} °C colder than it likes: sow in the warmer months.`;
    case 'too-hot':
      return t`Its season here is about ${figure} °C hotter than it likes: sow in the cooler months.`;
    case 'killing-frost':
      return t`A frost that kills it can come in its season: sow so that it is harvested before.`;
    default:
      return null;
  }
}

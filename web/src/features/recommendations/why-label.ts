import { t } from '@lingui/core/macro';
import { cropName } from '@/domain/crops/crop-names';

/** The label of the button that opens what is to be known of a crop. */
export function whyLabel(key: string): string {
  const crop = cropName(key);
  return t`Why ${crop}?`;
}

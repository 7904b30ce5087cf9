import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/shared/api/loaded';
import { useLanguage } from '@/shared/i18n/language';
import { cropEntryQuery } from './crop-entry';
import { FieldFigures } from './field-panel';

/** Renders seed, spacing and days of a crop, and what to do if the rain fails. */
export const HowToSow = ({ crop }: { crop: string }) => (
  <Loaded query={useQuery(cropEntryQuery(crop, useLanguage()))}>
    {(entry) => <FieldFigures entry={entry} />}
  </Loaded>
);

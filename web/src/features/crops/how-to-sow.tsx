import { useQuery } from '@tanstack/react-query';
import { cropEntryQuery } from '@/shared/api/crop-entry';
import { useLanguage } from '@/shared/i18n/language';
import { Loaded } from '@/shared/query/loaded';
import { FieldFigures } from './field-panel';

/** Renders seed, spacing and days of a crop, and what to do if the rain fails. */
export const HowToSow = ({ crop }: { crop: string }) => (
  <Loaded query={useQuery(cropEntryQuery(crop, useLanguage()))}>
    {(entry) => <FieldFigures entry={entry} />}
  </Loaded>
);

import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/language';
import { problemMessage } from '@/shared/i18n/problems';
import { LoadError } from '@/shared/ui/message';
import { Loading } from '@/shared/ui/spinner';
import { cropEntryQuery } from './crop-entry';
import { FieldFigures } from './field-panel';

/** Renders seed, spacing and days of a crop, and what to do if the rain fails. */
export function HowToSow({ crop }: { crop: string }) {
  const { data: entry, error, refetch } = useQuery(cropEntryQuery(crop, useLanguage()));
  if (entry) return <FieldFigures entry={entry} />;
  return error ? <LoadError message={problemMessage(error)} onRetry={() => void refetch()} /> : <Loading />;
}

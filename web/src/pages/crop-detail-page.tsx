import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { CropDrawing } from '@/domain/crops/crop-drawing';
import { displayName } from '@/domain/crops/display-names';
import { regionName } from '@/domain/regions/region-name';
import { CropCalendarPanel } from '@/features/calendar/crop-calendar';
import { CropEntryView, CropNames } from '@/features/crops/crop-entry-view';
import { EntrySkeleton } from '@/features/crops/entry-skeleton';
import { useRecord } from '@/outbox/queue/use-record';
import { cropEntryQuery } from '@/shared/api/crop-entry';
import { ApiError } from '@/shared/api/problem';
import { problemMessage } from '@/shared/api/problem-sentences';
import { useLanguage } from '@/shared/i18n/language';
import { INDIA, paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { EmptyState, LoadError } from '@/shared/ui/message';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { Actions } from '@/shared/ui/stack';
import { useUser } from './use-user';

/** A 404 page of a gateway does not mean that the crop is unknown. */
const isUnknown = (error: unknown) => error instanceof ApiError && error.type === 'unknown-crop';

export default function CropDetailPage() {
  const { cropName = '' } = useParams();
  const { email } = useUser();
  const { data: entry, error, refetch } = useQuery(cropEntryQuery(cropName, useLanguage()));
  const { data: record, error: recordError } = useRecord();
  if (!entry && !error) {
    return (
      <>
        <PageTitle>{t`Crops Description`}</PageTitle>
        <EntrySkeleton />
      </>
    );
  }
  const allCrops = <ButtonLink look="secondary" href={paths.cropList}>{t`All crops`}</ButtonLink>;
  if (!entry) {
    return (
      <>
        <PageTitle>{t`Crops Description`}</PageTitle>
        <Panel>
          {isUnknown(error) ? (
            <EmptyState message={t`Select a valid crop.`} />
          ) : (
            <LoadError message={problemMessage(error)} onRetry={() => refetch()} />
          )}
          <Actions>{allCrops}</Actions>
        </Panel>
      </>
    );
  }
  return (
    <>
      <PageTitle picture={<CropDrawing crop={entry.crop} size="title" />} lead={<CropNames entry={entry} />}>
        {displayName(entry.crop)}
      </PageTitle>
      <CropEntryView
        entry={entry}
        sow={<ButtonLink href={paths.sow} state={{ email, cropName: entry.name }}>{t`Sow this`}</ButtonLink>}
        calendar={
          (record || recordError) && (
            <CropCalendarPanel
              crop={entry.crop}
              name={displayName(entry.crop)}
              region={record?.district?.region ?? INDIA}
              state={record?.district ? regionName(record.district.region) : null}
            />
          )
        }
      />
      <Actions>{allCrops}</Actions>
    </>
  );
}

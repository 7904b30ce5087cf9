import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { cropEntryQuery } from '@/features/crops/crop-entry';
import { CropEntryView, CropNames } from '@/features/crops/crop-entry-view';
import { EntrySkeleton } from '@/features/crops/entry-skeleton';
import { ApiError } from '@/shared/api/problem';
import { CropDrawing } from '@/shared/crops/crop-drawing';
import { problemMessage } from '@/shared/i18n/problems';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { EmptyState, LoadError } from '@/shared/ui/message';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { Actions } from '@/shared/ui/stack';

/** A 404 page of a gateway does not mean that the crop is unknown. */
const isUnknown = (error: unknown) => error instanceof ApiError && error.type === 'unknown-crop';

export default function CropDetailPage() {
  const { cropName = '' } = useParams();
  const { data: entry, error, refetch } = useQuery(cropEntryQuery(cropName));
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
            <LoadError message={problemMessage(error)} onRetry={() => void refetch()} />
          )}
          <Actions>{allCrops}</Actions>
        </Panel>
      </>
    );
  }
  return (
    <>
      <PageTitle picture={<CropDrawing crop={entry.crop} size="title" />} lead={<CropNames entry={entry} />}>
        {entry.display_name}
      </PageTitle>
      <CropEntryView entry={entry} />
      <Actions>{allCrops}</Actions>
    </>
  );
}

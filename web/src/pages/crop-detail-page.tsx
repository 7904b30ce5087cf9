import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { CropFacts } from '@/features/crops/crop-facts';
import { ApiError } from '@/shared/api/problem';
import { cropQuery } from '@/shared/api/queries';
import { problemMessage } from '@/shared/i18n/problems';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { EmptyState, LoadError } from '@/shared/ui/message';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { Loading } from '@/shared/ui/spinner';
import { Actions } from '@/shared/ui/stack';

export default function CropDetailPage() {
  const { cropName = '' } = useParams();
  const { data: crop, error, refetch } = useQuery(cropQuery(cropName));
  const unknown = error instanceof ApiError && error.status === 404;
  return (
    <>
      <PageTitle>{crop?.display_name ?? t`Crops Description`}</PageTitle>
      <Panel>
        {crop && <CropFacts crop={crop} />}
        {unknown && <EmptyState message={t`Select a valid crop.`} />}
        {error && !unknown && <LoadError message={problemMessage(error)} onRetry={() => void refetch()} />}
        {!crop && !error && <Loading />}
        <Actions>
          <ButtonLink look="secondary" href={paths.cropList}>{t`All crops`}</ButtonLink>
        </Actions>
      </Panel>
    </>
  );
}

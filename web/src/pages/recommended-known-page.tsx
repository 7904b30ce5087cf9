import { t } from '@lingui/core/macro';
import { LivePause } from '@/features/demand/live-pause';
import { useLiveDemand } from '@/features/demand/use-live-demand';
import { KnownCropTable } from '@/features/recommendations/known-crop-table';
import { PageTitle } from '@/shared/ui/page-title';
import { card } from './advice-cards';
import { useUser } from './use-user';

export default function RecommendedKnownPage() {
  const { email } = useUser();
  const { changed, paused } = useLiveDemand();
  return (
    <>
      <PageTitle>{t`Recommended Crops Based on Known Crops`}</PageTitle>
      <LivePause paused={paused} />
      <KnownCropTable title={t`Crops you know`} email={email} changed={changed} card={card} />
    </>
  );
}

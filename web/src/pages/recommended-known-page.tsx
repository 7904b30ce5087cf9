import { t } from '@lingui/core/macro';
import { CropCard } from '@/features/advice/later-crop-card';
import { LivePause } from '@/features/demand/live-pause';
import { useLiveDemand } from '@/features/demand/use-live-demand';
import { KnownCropTable } from '@/features/recommendations/known-crop-table';
import { PageTitle } from '@/shared/ui/page-title';
import { useUser } from './use-user';

const card = (crop: string) => <CropCard crop={crop} />;

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

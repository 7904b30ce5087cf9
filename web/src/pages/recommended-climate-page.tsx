import { t } from '@lingui/core/macro';
import { useLiveDemand } from '@/features/demand/use-live-demand';
import { SoilClimateTable } from '@/features/recommendations/soil-climate-table';
import { PageTitle } from '@/shared/ui/page-title';
import { useUser } from './use-user';

export default function RecommendedClimatePage() {
  const { email } = useUser();
  const changed = useLiveDemand();
  return (
    <>
      <PageTitle>{t`Recommended Crops Based on Soil and Climate`}</PageTitle>
      <SoilClimateTable title={t`Crops on land like yours`} email={email} changed={changed} />
    </>
  );
}

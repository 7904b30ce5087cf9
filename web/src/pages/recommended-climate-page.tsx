import { t } from '@lingui/core/macro';
import { SoilClimateTable } from '@/features/recommendations/soil-climate-table';
import { PageTitle } from '@/shared/ui/page-title';

export default function RecommendedClimatePage() {
  return (
    <>
      <PageTitle>{t`Recommended Crops Based on Soil and Climate`}</PageTitle>
      <SoilClimateTable title={t`Predictions`} />
    </>
  );
}

import { t } from '@lingui/core/macro';
import { LivePause } from '@/features/demand/live-pause';
import { useLiveDemand } from '@/features/demand/use-live-demand';
import { SoilClimateTable } from '@/features/recommendations/soil-climate-table';
import { DistrictChoice } from '@/features/record/district-choice';
import { useRecord } from '@/outbox/queue/use-record';
import { PageTitle } from '@/shared/ui/page-title';
import { cardBesidePlan } from './advice-cards';
import { useUser } from './use-user';

export default function RecommendedClimatePage() {
  const { email } = useUser();
  const { data: record } = useRecord();
  const { changed, paused } = useLiveDemand();
  return (
    <>
      <PageTitle>{t`Recommended Crops Based on Soil and Climate`}</PageTitle>
      <LivePause paused={paused} />
      <SoilClimateTable
        title={t`Crops on land like yours`}
        email={email}
        changed={changed}
        card={cardBesidePlan}
        districtChoice={record && <DistrictChoice record={record} />}
      />
    </>
  );
}

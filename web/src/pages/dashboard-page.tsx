import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { AdvicePanel } from '@/features/advice/advice-panel';
import { LivePause } from '@/features/demand/live-pause';
import { useLiveDemand } from '@/features/demand/use-live-demand';
import { KnownCropTable } from '@/features/recommendations/known-crop-table';
import { SoilClimateTable } from '@/features/recommendations/soil-climate-table';
import { DistrictChoice } from '@/features/record/district-choice';
import { useSessionClient } from '@/features/session/session-client';
import { useRecord } from '@/outbox/queue/use-record';
import { adviceQuery } from '@/shared/api/advice';
import { knownCropRecommendationsQuery } from '@/shared/api/known-crops';
import { sessionQuery } from '@/shared/api/queries';
import { soilClimateQuery } from '@/shared/api/soil-climate';
import { paths } from '@/shared/paths';
import { useTogether } from '@/shared/query/use-together';
import { Avatar } from '@/shared/ui/avatar';
import { Banner } from '@/shared/ui/banner';
import { ButtonLink } from '@/shared/ui/button';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { ScreenLoading } from '@/shared/ui/spinner';
import { card, cardBesidePlan } from './advice-cards';
import { FieldQuestions } from './field-questions';
import { useUser } from './use-user';

export default function DashboardPage() {
  const user = useUser();
  const { changed, paused } = useLiveDemand();
  const ofRecord = useRecord();
  const { data: record } = ofRecord;
  const isThere = useTogether([
    ofRecord,
    useQuery(adviceQuery),
    useQuery(knownCropRecommendationsQuery),
    useQuery(soilClimateQuery),
  ]);
  const session = useSessionClient();
  const renewSession = () => session.invalidateQueries(sessionQuery);
  const name = user.display_name || t`Guest`;
  return (
    <>
      <PageTitle
        picture={<Avatar large name={name} photoUrl={user.photo_url} />}
      >{t`Welcome ${name}`}</PageTitle>
      {user.has_imported_record && <FoundRecord email={user.email} onDecided={renewSession} />}
      {isThere ? (
        <>
          {record && !record.complete && (
            <Banner message={t`Your profile is not complete. Tell us your phone number and place.`}>
              <ButtonLink href={paths.completeProfile}>{t`Complete Your Profile`}</ButtonLink>
            </Banner>
          )}
          <AdvicePanel />
          {record?.complete && <FieldQuestions key={user.id} record={record} />}
          <LivePause paused={paused} />
          <KnownCropTable
            title={t`Recommended Crops Based on Known Crops`}
            email={user.email}
            changed={changed}
            card={card}
          />
          <SoilClimateTable
            title={t`Recommended Crops Based on Soil and Climate`}
            email={user.email}
            changed={changed}
            card={cardBesidePlan}
            districtChoice={record && <DistrictChoice record={record} />}
          />
        </>
      ) : (
        <ScreenLoading />
      )}
    </>
  );
}

/** The imported record of the farmer's e-mail. Few farmers have one. */
const FoundRecord = lazyPart(async () => (await import('@/features/record/imported-record')).ImportedRecord);

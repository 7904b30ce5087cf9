import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { AdvicePanel } from '@/features/advice/advice-panel';
import { LivePause } from '@/features/demand/live-pause';
import { useLiveDemand } from '@/features/demand/use-live-demand';
import { KnownCropTable } from '@/features/recommendations/known-crop-table';
import { SoilClimateTable } from '@/features/recommendations/soil-climate-table';
import { DistrictChoice } from '@/features/record/district-choice';
import { FoundRecord } from '@/features/record/found-record';
import { isFieldTold } from '@/features/record/is-field-told';
import { useSessionClient } from '@/features/session/session-client';
import { sessionQuery } from '@/shared/api/queries';
import type { FarmerRecord } from '@/shared/api/record';
import { useRecord } from '@/shared/outbox/use-record';
import { paths } from '@/shared/paths';
import { deviceText } from '@/shared/storage/kept-text';
import { Avatar } from '@/shared/ui/avatar';
import { Banner } from '@/shared/ui/banner';
import { ButtonLink } from '@/shared/ui/button';
import { focusTitle, PageTitle } from '@/shared/ui/page-title';
import { card, cardBesidePlan } from './crop-cards';
import { FieldQuestions } from './field-questions';
import { useUser } from './use-user';

export default function DashboardPage() {
  const user = useUser();
  const { changed, paused } = useLiveDemand();
  const { data: record } = useRecord();
  const session = useSessionClient();
  const renewSession = () => session.invalidateQueries(sessionQuery);
  const name = user.display_name || t`Guest`;
  return (
    <>
      <PageTitle
        picture={<Avatar large name={name} photoUrl={user.photo_url} />}
      >{t`Welcome ${name}`}</PageTitle>
      {record?.complete && <FieldAsked key={user.id} farmer={user.id} record={record} />}
      {user.has_imported_record && <FoundRecord email={user.email} onDecided={renewSession} />}
      {record && !record.complete && (
        <Banner message={t`Your profile is not complete. Tell us your phone number and place.`}>
          <ButtonLink href={paths.completeProfile}>{t`Complete Your Profile`}</ButtonLink>
        </Banner>
      )}
      <AdvicePanel />
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
  );
}

/** The farmer who has put the questions of the field off on this device. The advice asks again. */
const putOff = deviceText('field-later');

/** Asks for the field until all is answered. The last question stays until it is left. */
function FieldAsked({ farmer, record }: { farmer: string; record: FarmerRecord }) {
  const [asks, setAsks] = useState(() => !isFieldTold(record) && putOff.get() !== farmer);
  if (!asks) return null;
  const later = () => {
    putOff.set(farmer);
    setAsks(false);
    focusTitle();
  };
  return <FieldQuestions record={record} onLater={later} />;
}

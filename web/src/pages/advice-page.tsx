import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { cropInSentence } from '@/domain/crops/crop-words';
import { AdviceScreen } from '@/features/advice/advice-screen';
import { LandUnknown } from '@/features/recommendations/land-unknown';
import { PlaceWanted } from '@/features/recommendations/place-wanted';
import { DistrictChoice } from '@/features/record/district-choice';
import { isFieldTold } from '@/features/record/is-field-told';
import { isAnyTested } from '@/features/record/tested';
import type { FarmerRecord } from '@/shared/api/record';
import { withScreenMessages } from '@/shared/i18n/language';
import { useRecord } from '@/shared/outbox/use-record';
import { lazyPart } from '@/shared/ui/lazy-part';
import { PageTitle } from '@/shared/ui/page-title';
import { Loading } from '@/shared/ui/spinner';
import { FieldQuestions } from './field-questions';
import { useUser } from './use-user';

/** What is told of a crop when the farmer asks for it, is loaded then. */
const opened = { meanwhile: <Loading /> };
const CropArrivals = lazyPart(
  async () => (await withScreenMessages(() => import('@/features/calendar/crop-calendar'))).CropArrivals,
  opened,
);
const HowToSow = lazyPart(
  async () => (await withScreenMessages(() => import('@/features/crops/how-to-sow'))).HowToSow,
  opened,
);
const SoilQuestion = lazyPart(
  async () => (await withScreenMessages(() => import('@/features/record/soil-question'))).SoilQuestion,
  opened,
);

export default function AdvicePage() {
  const { id, email } = useUser();
  const { data: record } = useRecord();
  const soilTested = record ? isAnyTested(record.npk) : true;
  return (
    <>
      <PageTitle lead={t`For your land, in these days, by what the country still needs.`}>
        {t`What to sow now`}
      </PageTitle>
      {record?.district && <FieldAsked key={id} record={record} />}
      <AdviceScreen
        email={email}
        instead={{
          placeWanted: (missing) => (
            <PlaceWanted
              missing={missing}
              soilTested={soilTested}
              choice={record && <DistrictChoice record={record} />}
            />
          ),
          landUnknown: (district) => <LandUnknown district={district} />,
          arrivals: ({ crop }, region) => (
            <CropArrivals crop={crop} name={cropInSentence(crop)} region={region} />
          ),
          howToSow: ({ crop }) => <HowToSow crop={crop} />,
          soilQuestion: record && <SoilQuestion record={record} />,
        }}
      />
    </>
  );
}

/** Asks for what is missing of the field. What is answered here can be changed here until all is. */
function FieldAsked({ record }: { record: FarmerRecord }) {
  const [asks] = useState(!isFieldTold(record));
  return asks ? <FieldQuestions record={record} /> : null;
}

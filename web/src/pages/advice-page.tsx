import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { cropInSentence } from '@/domain/crops/crop-words';
import { AdviceScreen } from '@/features/advice/advice-screen';
import { LandUnknown, PlaceWanted } from '@/features/recommendations/place-wanted';
import { DistrictChoice } from '@/features/record/district-choice';
import { NextQuestion } from '@/features/record/next-question';
import { isAnyTested } from '@/features/record/tested';
import { useRecord } from '@/outbox/queue/use-record';
import { adviceQuery } from '@/shared/api/advice';
import { withScreenMessages } from '@/shared/i18n/language';
import { useTogether } from '@/shared/query/use-together';
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
  const ofRecord = useRecord();
  const { data: record } = ofRecord;
  const isReady = useTogether([ofRecord, useQuery(adviceQuery)]);
  const soilTested = record ? isAnyTested(record.npk) : true;
  return (
    <>
      <PageTitle>{t`What to sow now`}</PageTitle>
      <AdviceScreen
        email={email}
        isReady={isReady}
        slots={{
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
          nextQuestion: record && <NextQuestion key={id} record={record} />,
          yourField: record?.district && <FieldQuestions key={id} record={record} />,
        }}
      />
    </>
  );
}

import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { lastCropName } from '@/domain/land/water-and-soil';
import { OwnData } from '@/features/privacy/own-data';
import { LandForm } from '@/features/record/land-form';
import { LastCropQuestion } from '@/features/record/last-crop-question';
import { PlaceQuestion } from '@/features/record/place-question';
import { ReadyHere } from '@/features/record/ready-here';
import { SavedRecord } from '@/features/record/saved-record';
import { SoilQuestion } from '@/features/record/soil-question';
import { WaterQuestion } from '@/features/record/water-question';
import { WithRecord } from '@/features/record/with-record';
import { leave } from '@/features/session/end-session';
import { OwnSessions } from '@/features/session/own-sessions';
import { useSessionClient } from '@/features/session/session-client';
import { useRecord } from '@/outbox/queue/use-record';
import type { FarmerRecord } from '@/shared/api/record';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Disclosure } from '@/shared/ui/disclosure';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { Actions } from '@/shared/ui/stack';
import { useUser } from './use-user';

export default function ProfilePage() {
  const user = useUser();
  const session = useSessionClient();
  const own = useQueryClient();
  // While it loads or fails, the panel above says so.
  const { data: record } = useRecord();
  return (
    <>
      <PageTitle>{t`Profile - User information here!`}</PageTitle>
      <Panel>
        <WithRecord>
          {(record) => (
            <>
              <PlaceQuestion record={record} />
              <SavedRecord user={user} record={record} />
            </>
          )}
        </WithRecord>
        <Actions>
          <ButtonLink look="secondary" href={paths.completeProfile}>{t`Number and place`}</ButtonLink>
          <ButtonLink look="secondary" href={paths.npk}>{t`NPK Update`}</ButtonLink>
          <ButtonLink look="secondary" href={paths.place}>{t`Update Place`}</ButtonLink>
          <ButtonLink look="secondary" href={paths.knownCrops}>{t`My Crops`}</ButtonLink>
        </Actions>
      </Panel>
      {record && (
        <Panel>
          <LandForm record={record} />
          <WaterQuestion record={record} />
          <SoilQuestion record={record} />
          <Disclosure look="line" label={lastCropLine(record)}>
            {() => <LastCropQuestion record={record} />}
          </Disclosure>
        </Panel>
      )}
      <Panel title={t`Ready without a network`}>
        <ReadyHere />
      </Panel>
      <Panel title={t`Your data`}>
        <OwnData onErased={() => leave(session, own, 'all')} />
      </Panel>
      <Panel title={t`Where you are signed in`}>
        <OwnSessions />
      </Panel>
    </>
  );
}

function lastCropLine(record: FarmerRecord): string {
  const lastCrop = record.last_crop ? lastCropName(record.last_crop, record) : t`Not said`;
  return t`What stood here last: ${lastCrop}`;
}

import { t } from '@lingui/core/macro';
import { PlaceForm } from '@/features/record/place-form';
import { WithRecord } from '@/features/record/with-record';
import { Unsent } from '@/outbox/screens/unsent';
import { useLeaveAfterSaving } from '@/shared/navigation/after-saving';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';

export default function PlacePage() {
  const leave = useLeaveAfterSaving();
  return (
    <>
      <PageTitle narrow>{t`Update Your Place`}</PageTitle>
      <Unsent />
      <Panel narrow>
        <WithRecord>{(record) => <PlaceForm record={record} onSaved={leave} />}</WithRecord>
      </Panel>
    </>
  );
}

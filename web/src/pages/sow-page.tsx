import { t } from '@lingui/core/macro';
import { useHistoryState } from 'wouter/use-browser-location';
import { WithCrops } from '@/domain/crops/with-crops';
import { SowForm } from '@/features/sowings/sow-form';
import { requestedCrop } from '@/features/sowings/sow-request';
import { Unsent } from '@/outbox/screens/unsent';
import { useLeaveAfterSaving } from '@/shared/navigation/after-saving';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { useUser } from './use-user';

export default function SowPage() {
  const { email } = useUser();
  const leave = useLeaveAfterSaving();
  const state: unknown = useHistoryState();
  return (
    <>
      <PageTitle narrow>{t`Add Crop and Field Size`}</PageTitle>
      <Unsent />
      <Panel narrow>
        <WithCrops>
          {(crops) => <SowForm crops={crops} fixed={requestedCrop(state, email, crops)} onSaved={leave} />}
        </WithCrops>
      </Panel>
    </>
  );
}

import { t } from '@lingui/core/macro';
import { NpkForm } from '@/features/record/npk-form';
import { WithRecord } from '@/features/record/with-record';
import { Unsent } from '@/outbox/screens/unsent';
import { useLeaveAfterSaving } from '@/shared/navigation/after-saving';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';

export default function NpkPage() {
  const leave = useLeaveAfterSaving();
  return (
    <>
      <PageTitle
        narrow
        lead={t`From your soil test. What is empty or 0 counts as not tested.`}
      >{t`Update NPK Values`}</PageTitle>
      <Unsent />
      <Panel narrow>
        <WithRecord>{(record) => <NpkForm record={record} onSaved={leave} />}</WithRecord>
      </Panel>
    </>
  );
}

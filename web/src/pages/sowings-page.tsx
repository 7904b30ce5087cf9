import { t } from '@lingui/core/macro';
import { Sowings } from '@/features/sowings/sowings-table';
import { EntriesFromFile } from '@/outbox/screens/entries-from-file';
import { Unsent } from '@/outbox/screens/unsent';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';

export default function SowingsPage() {
  return (
    <>
      <PageTitle>{t`My Sowing Data`}</PageTitle>
      <Unsent />
      <Panel>
        <Sowings />
        <EntriesFromFile />
      </Panel>
    </>
  );
}

import { t } from '@lingui/core/macro';
import { EntriesFromFile } from '@/features/outbox/entries-from-file';
import { Unsent } from '@/features/outbox/unsent';
import { Sowings } from '@/features/sowings/sowings-table';
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

import { t } from '@lingui/core/macro';
import { WithCrops } from '@/domain/crops/with-crops';
import { CropSearch } from '@/features/crops/crop-search';
import { useRecord } from '@/outbox/queue/use-record';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';

export default function CropListPage() {
  // The cards say what the crops are called where the farmer lives.
  useRecord();
  return (
    <>
      <PageTitle>{t`Crops Description`}</PageTitle>
      <Panel>
        <WithCrops>{(crops) => <CropSearch crops={crops} />}</WithCrops>
      </Panel>
    </>
  );
}

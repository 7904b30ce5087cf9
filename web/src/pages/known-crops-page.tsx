import { t } from '@lingui/core/macro';
import { KnownCropCards } from '@/features/known-crops/known-crop-cards';
import { WithRecord } from '@/features/record/with-record';
import { WithCrops } from '@/shared/crops/with-crops';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';

export default function KnownCropsPage() {
  return (
    <>
      <PageTitle lead={t`Tap the crops you know how to grow.`}>{t`My Known Crops`}</PageTitle>
      <Panel>
        <WithCrops>
          {(crops) => <WithRecord>{(record) => <KnownCropCards crops={crops} record={record} />}</WithRecord>}
        </WithCrops>
      </Panel>
    </>
  );
}

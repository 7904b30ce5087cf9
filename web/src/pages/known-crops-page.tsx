import { t } from '@lingui/core/macro';
import { WithCrops } from '@/domain/crops/with-crops';
import { KnownCropCards } from '@/features/known-crops/known-crop-cards';
import { WithRecord } from '@/features/record/with-record';
import { useLeaveAfterSaving } from '@/shared/navigation/after-saving';
import { Button } from '@/shared/ui/button';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';
import { Actions } from '@/shared/ui/stack';

export default function KnownCropsPage() {
  const leave = useLeaveAfterSaving();
  return (
    <>
      <PageTitle lead={t`Tap the crops you know how to grow.`}>{t`My Known Crops`}</PageTitle>
      <Panel>
        <WithCrops>
          {(crops) => <WithRecord>{(record) => <KnownCropCards crops={crops} record={record} />}</WithRecord>}
        </WithCrops>
        <Actions>
          <Button onClick={leave}>{t`Done`}</Button>
        </Actions>
      </Panel>
    </>
  );
}

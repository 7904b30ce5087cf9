import { t } from '@lingui/core/macro';
import { CropCards } from '@/features/crops/crop-cards';
import { WithCrops } from '@/shared/crops/with-crops';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';

export default function CropListPage() {
  return (
    <>
      <PageTitle>{t`Crops Description`}</PageTitle>
      <Panel>
        <WithCrops>{(crops) => <CropCards crops={crops} />}</WithCrops>
      </Panel>
    </>
  );
}

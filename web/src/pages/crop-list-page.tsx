import { t } from '@lingui/core/macro';
import { CropSearch } from '@/features/crops/crop-search';
import { WithCrops } from '@/shared/crops/with-crops';
import { PageTitle } from '@/shared/ui/page-title';
import { Panel } from '@/shared/ui/panel';

export default function CropListPage() {
  return (
    <>
      <PageTitle>{t`Crops Description`}</PageTitle>
      <Panel>
        <WithCrops>{(crops) => <CropSearch crops={crops} />}</WithCrops>
      </Panel>
    </>
  );
}

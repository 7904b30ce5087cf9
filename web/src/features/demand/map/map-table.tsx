import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { regionName } from '@/domain/regions/region-name';
import type { CropByState, CropInState } from '@/shared/api/demand-details';
import { tonnes } from '@/shared/format/numbers';
import { demandPath } from '@/shared/paths';
import { type Column, DataTable } from '@/shared/ui/data-table';
import styles from './map-table.module.css';
import { showRegion } from './show-region';
import { ratioText } from './tiles';

export const MapTable = ({ shown, name }: { shown: CropByState; name: string }) => (
  <DataTable
    caption={t`What each state grows and uses of ${name}, in tonnes`}
    columns={columns()}
    rows={shown.states}
    rowKey={(state) => state.region}
  />
);

const columns = (): [Column<CropInState>, ...Column<CropInState>[]] => [
  {
    id: 'state',
    header: t`State`,
    cell: ({ region }) => (
      <Link href={demandPath(region)} className={styles.state} onClick={showRegion}>
        {regionName(region)}
      </Link>
    ),
  },
  { id: 'grown', header: t`Grown here`, numeric: true, cell: (state) => tonnes(state.usual_tonnes) },
  {
    id: 'used',
    header: t`Used here`,
    numeric: true,
    cell: ({ basis, domestic_tonnes }) => (basis === 'production' ? t`not known` : tonnes(domestic_tonnes)),
  },
  { id: 'exported', header: t`Exported`, numeric: true, cell: (state) => tonnes(state.exported_tonnes) },
  {
    id: 'ratio',
    header: t`Grown of what is used`,
    numeric: true,
    cell: ({ basis, usual_tonnes, domestic_tonnes }) =>
      basis === 'production' ? '–' : ratioText(usual_tonnes, domestic_tonnes),
  },
];

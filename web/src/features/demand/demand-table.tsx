import { t } from '@lingui/core/macro';
import { type ReactNode, useMemo } from 'react';
import { CropName } from '@/domain/crops/crop-name';
import { Breakdown } from '@/domain/demand/breakdown';
import { isSurplus } from '@/domain/demand/is-surplus';
import { NeedFigure } from '@/domain/demand/need-figure';
import type { DemandRow } from '@/shared/api/shapes';
import { percentLong, tonnes } from '@/shared/format/numbers';
import { useLanguage } from '@/shared/i18n/language';
import { type Direction, sortedBy } from '@/shared/sort';
import { type Column, DataTable } from '@/shared/ui/data-table';

type Columns = [Column<DemandRow>, ...Column<DemandRow>[]];

export interface DemandTableProps {
  rows: readonly DemandRow[];
  direction: Direction;
  changed: ReadonlySet<string>;
}

interface OfState {
  caption: string;
  columns: (direction: Direction) => Columns;
  detail: (row: DemandRow) => ReactNode;
}

export function DemandTable({
  rows,
  direction,
  changed,
  caption = t`Demand, supply already met and what is still needed, in tonnes`,
  columns: columnsOf = columns,
  detail,
}: DemandTableProps & Partial<OfState>) {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the headers are in the language.
  const shown = useMemo(() => columnsOf(direction), [columnsOf, direction, language]);
  return (
    <DataTable
      caption={caption}
      columns={shown}
      rows={sortedBy(rows, (row) => row.met_tonnes, direction)}
      rowKey={(row) => row.crop}
      changed={changed}
      detail={detail}
    />
  );
}

export const columns = (direction: Direction): Columns => [
  { id: 'crop', header: t`Crop`, cell: (row) => <CropName crop={row.crop} /> },
  { id: 'demand', header: t`Demand`, numeric: true, cell: (row) => tonnes(row.demand_tonnes) },
  { id: 'met', header: t`Met`, numeric: true, sort: direction, cell: (row) => tonnes(row.met_tonnes) },
  { id: 'percent', header: t`Demand Met %`, numeric: true, cell: (row) => percentLong(row.met_percent) },
  {
    id: 'need',
    header: t`Need to Get`,
    numeric: true,
    cell: (row) => <NeedFigure tonnes={row.need_tonnes} surplus={isSurplus(row)} />,
  },
  {
    id: 'breakdown',
    header: t`Demand Met Breakdown`,
    beside: true,
    cell: (row) => <Breakdown metPercent={row.met_percent} surplus={isSurplus(row)} />,
  },
];

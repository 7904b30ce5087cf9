import { t } from '@lingui/core/macro';
import { CropName } from '@/domain/crops/crop-name';
import { cropName } from '@/domain/crops/crop-names';
import { Breakdown } from '@/domain/demand/breakdown';
import { isSurplus } from '@/domain/demand/is-surplus';
import { NeedFigure } from '@/domain/demand/need-figure';
import { SeasonNote } from '@/domain/sowing/season-note';
import type { DemandRow } from '@/shared/api/shapes';
import { tonnes } from '@/shared/format/numbers';
import { paths } from '@/shared/paths';
import type { Direction } from '@/shared/sort';
import { ButtonLink } from '@/shared/ui/button';
import type { Column } from '@/shared/ui/data-table';

export const cropColumn = <Row extends DemandRow>(): Column<Row> => ({
  id: 'crop',
  header: t`Crop Name`,
  cell: (row) => <CropName crop={row.crop} />,
});

/** Columns for the demand figures of a recommended crop, and the button to sow it. */
export const figureColumns = <Row extends DemandRow>(
  email: string,
  sortedByMet?: Direction,
): Column<Row>[] => [
  { id: 'demand', header: t`Demand`, numeric: true, cell: (row) => tonnes(row.demand_tonnes) },
  {
    id: 'met',
    header: t`Met`,
    numeric: true,
    cell: (row) => tonnes(row.met_tonnes),
    ...(sortedByMet && { sort: sortedByMet }),
  },
  {
    id: 'need',
    header: t`Need`,
    numeric: true,
    cell: (row) => <NeedFigure tonnes={row.need_tonnes} surplus={isSurplus(row)} />,
  },
  {
    id: 'breakdown',
    header: t`Breakdown`,
    beside: true,
    cell: (row) => <Breakdown metPercent={row.met_percent} surplus={isSurplus(row)} />,
  },
  {
    id: 'action',
    header: t`Action`,
    action: true,
    cell: (row) => (
      <>
        <ButtonLink href={paths.sow} state={{ email, cropName: row.name }}>
          {t`Sowing the Crop`}
        </ButtonLink>
        <SeasonNote crop={row.crop} />
      </>
    ),
  },
];

/** The label of the button that opens what is to be known of a crop. */
export function whyLabel(key: string): string {
  const crop = cropName(key);
  return t`Why ${crop}?`;
}

import { t } from '@lingui/core/macro';
import { cropName } from '@/domain/crops/crop-names';
import { regionName } from '@/domain/regions/region-name';
import type { DemandOverview } from '@/shared/api/shapes';
import { INDIA } from '@/shared/paths';
import { Panel } from '@/shared/ui/panel';
import { Stack } from '@/shared/ui/stack';
import { FigureLinks } from '../compare/figure-links';
import { CropNote } from '../details/crop-note';
import { GapPanel } from '../details/gap-panel';
import { SummaryNote } from '../details/summary-note';
import { TableNote } from '../details/table-note';
import { MapPanel } from '../map/map-panel';
import styles from './more-parts.module.css';

interface MorePartsProps {
  region: string;
  /** Figures of the region; undefined until they are there. */
  overview: DemandOverview | undefined;
}

/** Renders what is met in percent, what stands behind the figures of each crop, and the map of the states. */
export function MoreParts({ region, overview }: MorePartsProps) {
  const state = region === INDIA ? null : regionName(region);
  return (
    <Stack>
      {overview && overview.crops.length > 0 && <Behind overview={overview} state={state} />}
      <MapPanel region={region} />
    </Stack>
  );
}

function Behind({ overview, state }: { overview: DemandOverview; state: string | null }) {
  const { region, crops } = overview;
  return (
    <>
      <GapPanel rows={crops} state={state} />
      <Panel title={state ? t`How we know the figures of ${state}` : t`How we know the figures`}>
        <SummaryNote overview={overview} name={state ?? t`India`} />
        <TableNote rows={crops} state={state} />
        <ul className={styles.crops}>
          {crops.map((row) => (
            <li key={row.crop}>
              <h3 className={styles.crop}>{cropName(row.crop)}</h3>
              <CropNote row={row} region={region} state={state} />
            </li>
          ))}
        </ul>
        <FigureLinks region={region} />
      </Panel>
    </>
  );
}

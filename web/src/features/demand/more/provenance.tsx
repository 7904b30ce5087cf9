import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { cropName } from '@/domain/crops/crop-names';
import { regionName } from '@/domain/regions/region-name';
import { projectedNeedQuery } from '@/shared/api/demand-details';
import type { DemandOverview, DemandRow } from '@/shared/api/shapes';
import { INDIA } from '@/shared/paths';
import { classNames } from '@/shared/ui/class-names';
import { Disclosure } from '@/shared/ui/disclosure';
import { Panel } from '@/shared/ui/panel';
import { Stack } from '@/shared/ui/stack';
import { FigureLinks } from '../compare/figure-links';
import { FigureDetails, type FigureDetailsProps } from '../details/figure-details';
import { MetByCrop } from '../details/met-by-crop';
import { projectedSentence, rowSentence, wantedSentence } from '../details/row-sentences';
import { SummaryDetails } from '../details/summary-details';
import { MapPanel } from '../map/map-panel';
import styles from './provenance.module.css';

interface ProvenanceProps {
  region: string;
  /** Figures of the region; undefined until they are there. */
  overview: DemandOverview | undefined;
}

export function Provenance({ region, overview }: ProvenanceProps) {
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
  const name = state ?? t`India`;
  return (
    <>
      <Panel title={state ? t`What is met, in percent, in ${state}` : t`What is met, in percent`}>
        <MetByCrop rows={crops} />
      </Panel>
      <Panel title={state ? t`How we know the figures of ${state}` : t`How we know the figures`}>
        <div className={styles.summary}>
          <Disclosure label={t`How do we know?`} about={name}>
            {() => <SummaryDetails overview={overview} name={name} />}
          </Disclosure>
        </div>
        <p className={classNames(styles.table, 'soft')}>{wantedSentence(crops, state)}</p>
        <ul className={styles.crops}>
          {crops.map((row) => (
            <li key={row.crop}>
              <h3 className={styles.name}>{cropName(row.crop)}</h3>
              <CropNote row={row} region={region} state={state} />
            </li>
          ))}
        </ul>
        <FigureLinks region={region} />
      </Panel>
    </>
  );
}

const CropNote = ({ row, region, state }: FigureDetailsProps) => (
  <div className={styles.crop}>
    <div className={classNames(styles.sentence, 'soft')}>
      <p>{rowSentence(row, state)}</p>
      {!state && row.has_balance && <Projected row={row} />}
    </div>
    <Disclosure label={t`How do we know?`} about={cropName(row.crop)}>
      {() => <FigureDetails row={row} region={region} state={state} />}
    </Disclosure>
  </div>
);

function Projected({ row }: { row: DemandRow }) {
  const { data } = useQuery(projectedNeedQuery);
  const projected = data?.crops.find(({ crop }) => crop === row.crop);
  return projected && <p>{projectedSentence(row, projected.filled_if_all_follow_percent)}</p>;
}

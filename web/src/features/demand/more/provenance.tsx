import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { cropName } from '@/domain/crops/crop-names';
import { useNamed } from '@/domain/crops/use-common-name';
import { isSurplus } from '@/domain/demand/is-surplus';
import { regionName } from '@/domain/regions/region-name';
import { projectedNeedQuery } from '@/shared/api/demand-details';
import type { DemandOverview, DemandRow } from '@/shared/api/shapes';
import { cropYearName } from '@/shared/format/dates';
import { INDIA } from '@/shared/paths';
import { classNames } from '@/shared/ui/class-names';
import { Disclosure } from '@/shared/ui/disclosure';
import { Panel } from '@/shared/ui/panel';
import { Stack } from '@/shared/ui/stack';
import { isUseKnown } from '../balance/balance';
import { FigureLinks } from '../compare/figure-links';
import { basisSentences } from '../details/detail-sentences';
import details from '../details/details.module.css';
import { FigureDetails, type FigureDetailsProps } from '../details/figure-details';
import { projectedSentence, rowSentence, wantedSentence } from '../details/row-sentences';
import { MapPanel } from '../map/state-map';
import { MetChart } from '../met-chart';
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

function SummaryDetails({ overview, name }: { overview: DemandOverview; name: string }) {
  const count = overview.crops.length;
  const year = cropYearName(overview.crop_year);
  const first = overview.crop_year;
  const last = overview.crop_year + 1;
  const sentences = [
    t`Average Demand and Average Met are the sums over all crops, divided by their number, ${count}. Demand Met % is all that is met of all that is wanted. Total Need to Get is the demand less what is met; it is called a surplus only where it is below zero by more than the figures may be off.`,
    t`Met is what growers outside Grow bring, and what the sowings in Grow are expected to yield. Outside Grow is a usual year, or what is known of this one, less what grows on land that is in Grow, reckoned anew once a day, so that no field counts twice.`,
    t`The crop year ${year} runs from 1 May ${first} to 30 April ${last}.`,
    ...(overview.region === INDIA ? [] : basisSentences(overview, name)),
    t`Each crop has its own sources: press 'How do we know?' beside it.`,
  ];
  return (
    <div className={details.summary}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

const MetByCrop = ({ rows }: { rows: readonly DemandRow[] }) => (
  <MetChart
    rows={useNamed(rows.map(bar))}
    label={t`Bar chart of the part of the demand that is met for each crop. The table has the same figures.`}
    series={{ met: t`Met`, notMet: t`Not met`, surplus: t`Surplus` }}
    unknown={t`use is not known`}
    note={t`A full bar is the whole demand of a crop; the hatched part is still open.`}
  />
);

/**
 * Returns the bar of a crop. The bars keep the order of the crops: a list by need would send everyone to the
 * same crop.
 */
const bar = (row: DemandRow) => ({
  ...row,
  met_percent: isUseKnown(row) ? row.met_percent : null,
  surplus: isSurplus(row),
});

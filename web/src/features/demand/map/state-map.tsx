import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { cropName } from '@/domain/crops/crop-names';
import { WithCrops } from '@/domain/crops/with-crops';
import { regionName } from '@/domain/regions/region-name';
import type { Crop } from '@/shared/api/crops';
import { type CropByState, type CropInState, cropByStateQuery } from '@/shared/api/demand-details';
import { regionDemandQuery } from '@/shared/api/queries';
import { tonnes } from '@/shared/format/numbers';
import { demandPath } from '@/shared/paths';
import { Loaded } from '@/shared/query/loaded';
import { type Column, DataTable } from '@/shared/ui/data-table';
import { Disclosure } from '@/shared/ui/disclosure';
import { SelectField } from '@/shared/ui/field';
import { EmptyState } from '@/shared/ui/message';
import { Panel } from '@/shared/ui/panel';
import styles from './state-map.module.css';
import { StateTiles, showRegion } from './state-tiles';
import { type Level, ratioText } from './tiles';

/** Shown first. */
const FIRST_CROP = 'paddy';

/** Renders what the states grow and use of a crop: the choice of the crop, the map, and a table behind it. */
export const StateMap = ({ region }: { region: string }) => (
  <WithCrops>{(crops) => <MapOfCrops crops={crops} region={region} />}</WithCrops>
);

function MapOfCrops({ crops, region }: { crops: readonly Crop[]; region: string }) {
  const [crop, setCrop] = useState(FIRST_CROP);
  const states = useQuery({ ...cropByStateQuery(crop), placeholderData: keepPreviousData });
  return (
    <div className={styles.map}>
      <div className={styles.choice}>
        <SelectField label={t`Crop`} value={crop} onChange={(event) => setCrop(event.currentTarget.value)}>
          {crops.map(({ crop }) => (
            <option key={crop} value={crop}>
              {cropName(crop)}
            </option>
          ))}
        </SelectField>
      </div>
      <Loaded query={states}>
        {(shown) => <States shown={shown} name={cropName(shown.crop)} region={region} />}
      </Loaded>
    </div>
  );
}

function States({ shown, name, region }: { shown: CropByState; name: string; region: string }) {
  const isGrownOnly = shown.states.every(({ basis }) => basis === 'production');
  if (shown.states.length === 0) {
    return <EmptyState message={t`There are no figures for this crop yet. Choose another one.`} />;
  }
  return (
    <>
      {isGrownOnly && <p>{t`No balance is known of ${name}, so the map shows what is grown, in tonnes.`}</p>}
      <div className={styles.sides}>
        <StateTiles {...{ shown, name, region, isGrownOnly }} />
        <MapLegend isGrownOnly={isGrownOnly} />
      </div>
      <div className={styles.opening}>
        <Disclosure label={t`Show as table`}>{() => <MapTable {...{ shown, name }} />}</Disclosure>
      </div>
    </>
  );
}

function MapLegend({ isGrownOnly }: { isGrownOnly: boolean }) {
  const levels: readonly (readonly [Level, string])[] = isGrownOnly
    ? [
        ['even', t`Grown here`],
        ['none', t`Not grown here`],
      ]
    : [
        ['far-below', t`Grows less than half of what it uses`],
        ['below', t`Grows less than it uses`],
        ['even', t`Grows about what it uses`],
        ['above', t`Grows more than it uses`],
        ['far-above', t`Grows more than twice what it uses`],
        ['none', t`Neither grown nor used`],
      ];
  return (
    <ul className={styles.legend}>
      {levels.map(([level, meaning]) => (
        <li key={level} data-level={level}>
          {meaning}
        </li>
      ))}
    </ul>
  );
}

const MapTable = ({ shown, name }: { shown: CropByState; name: string }) => (
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

/**
 * Renders the panel that opens the map of the states, below the figures: not before the first ones are there, which
 * would push it down. It stays when another region is chosen.
 */
export function MapPanel({ region }: { region: string }) {
  const { data } = useQuery({ ...regionDemandQuery(region), enabled: false });
  const [hasFigures, setHasFigures] = useState(false);
  if (data && !hasFigures) setHasFigures(true);
  if (!hasFigures) return null;
  return (
    <div className="screen-only">
      <Panel title={t`State by state`}>
        <p className={styles.lead}>
          {t`What each state grows of a crop, beside what it uses. Choose a state to see all its figures.`}
        </p>
        <div className={styles.opening}>
          <Disclosure label={t`Map of India`}>{() => <StateMap region={region} />}</Disclosure>
        </div>
      </Panel>
    </div>
  );
}

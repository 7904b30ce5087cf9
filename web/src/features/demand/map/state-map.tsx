import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cropName } from '@/domain/crops/crop-names';
import { WithCrops } from '@/domain/crops/with-crops';
import type { Crop } from '@/shared/api/crops';
import { type CropByState, cropByStateQuery } from '@/shared/api/demand-details';
import { Loaded } from '@/shared/query/loaded';
import { Disclosure } from '@/shared/ui/disclosure';
import { SelectField } from '@/shared/ui/field';
import { EmptyState } from '@/shared/ui/message';
import { MapLegend } from './map-legend';
import { MapTable } from './map-table';
import styles from './state-map.module.css';
import { StateTiles } from './state-tiles';

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

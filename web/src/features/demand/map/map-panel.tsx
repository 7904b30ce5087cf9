import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { regionDemandQuery } from '@/shared/api/queries';
import { Disclosure } from '@/shared/ui/disclosure';
import { Panel } from '@/shared/ui/panel';
import { StateMap } from './state-map';
import styles from './state-map.module.css';

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

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { regionDemandQuery } from '@/shared/api/queries';
import { localMoment } from '@/shared/format/dates';
import { INDIA } from '@/shared/paths';
import { ClockIcon } from '@/shared/ui/icons';
import styles from './live-pause.module.css';

/**
 * Tells the farmer that the live stream is lost and how old the figures are. Not a lazy part: the network
 * that would load it is down then. The live region is always rendered, because screen readers announce
 * changes only.
 */
export const LivePause = ({ paused, region = INDIA }: { paused: boolean; region?: string }) => (
  <div role="status" className={styles.pause}>
    {paused && <PauseNote region={region} />}
  </div>
);

function PauseNote({ region }: { region: string }) {
  const { dataUpdatedAt } = useQuery({ ...regionDemandQuery(region), enabled: false });
  const moment = localMoment(new Date(dataUpdatedAt).toISOString());
  return (
    <div className={styles.note}>
      <ClockIcon />
      <div>
        <p className={styles.sentence}>{t`Live updates are paused. The figures may be old.`}</p>
        {/* The time changes with every poll; only the sentence is announced. */}
        {dataUpdatedAt > 0 && <p aria-live="off">{t`Last read on ${moment}.`}</p>}
      </div>
    </div>
  );
}

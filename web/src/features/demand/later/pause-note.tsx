import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { regionDemandQuery } from '@/shared/api/queries';
import { localMoment } from '@/shared/format/dates';
import { ClockIcon } from '@/shared/ui/icons';
import styles from './pause-note.module.css';

/** Says that the live stream is lost, and how old the figures are. They are still read again from time to time. */
export function PauseNote({ region }: { region: string }) {
  const { dataUpdatedAt } = useQuery({ ...regionDemandQuery(region), enabled: false });
  const moment = localMoment(new Date(dataUpdatedAt).toISOString());
  return (
    <div className={styles.note}>
      <ClockIcon />
      <div>
        <p className={styles.sentence}>{t`Live updates are paused. The figures may be old.`}</p>
        {/* It changes with every reading; the status is read out once. */}
        {dataUpdatedAt > 0 && <p aria-live="off">{t`Last read on ${moment}.`}</p>}
      </div>
    </div>
  );
}

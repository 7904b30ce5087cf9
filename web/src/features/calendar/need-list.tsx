import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import { CropName } from '@/domain/crops/crop-name';
import type { NextWindow } from '@/shared/api/calendar';
import styles from './need-list.module.css';
import { byTime, nextSowing, type OpenNeed, openPart } from './open-needs';

interface NeedsByTimeProps {
  needs: readonly OpenNeed[];
  windows: readonly NextWindow[];
  today: string;
}

/** Renders which part of the demand of each crop is open: first what can be sown today, then what comes later. */
export function NeedsByTime({ needs, windows, today }: NeedsByTimeProps) {
  const { now, later } = byTime(needs, windows, today);
  const when = (crop: string) =>
    nextSowing(
      windows.find((next) => next.crop === crop),
      today,
    );
  return (
    <div className={styles.times}>
      <h3 className={styles.time}>{t`Now`}</h3>
      {now.length > 0 ? (
        <NeedList needs={now} when={when} />
      ) : (
        <p>{t`None of these crops can be sown in these days.`}</p>
      )}
      {later.length > 0 && (
        <>
          <h3 className={styles.time}>{t`Later`}</h3>
          <NeedList needs={later} when={when} />
        </>
      )}
    </div>
  );
}

interface NeedListProps {
  needs: readonly OpenNeed[];
  /** Tells when a crop is sown. */
  when: (crop: string) => string;
}

export const NeedList = ({ needs, when }: NeedListProps) => (
  <ul className={styles.needs}>
    {needs.map(({ crop, percent }) => (
      <li key={crop} className={styles.need}>
        <CropName crop={crop} />
        <span className={styles.percent}>{openPart(percent)}</span>
        <span
          className={styles.meter}
          aria-hidden="true"
          style={{ '--met-length': 1 - Math.min(percent, 100) / 100 } as CSSProperties}
        />
        <span className={styles.when}>{when(crop)}</span>
      </li>
    ))}
  </ul>
);

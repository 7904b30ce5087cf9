import type { CSSProperties } from 'react';
import { CropName } from '@/domain/crops/crop-name';
import styles from './need-list.module.css';
import { type OpenNeed, openPart } from './open-needs';

interface NeedListProps {
  needs: readonly OpenNeed[];
  /** Tells when a crop is sown. */
  when: (crop: string) => string;
}

/** Renders which part of the demand of each crop is open, and when it is sown. */
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

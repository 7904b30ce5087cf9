import { t } from '@lingui/core/macro';
import styles from './state-map.module.css';
import type { Level } from './tiles';

export function MapLegend({ isGrownOnly }: { isGrownOnly: boolean }) {
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

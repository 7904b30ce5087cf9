import { t } from '@lingui/core/macro';
import type { Sowing } from '@/shared/api/sowings';
import { kilograms } from '@/shared/format/numbers';
import styles from './expected-yield.module.css';

/** Renders the expected yield of a sowing, and whether the national figures include it yet. */
export function ExpectedYield({ sowing }: { sowing: Sowing }) {
  const figure = kilograms(sowing.expected_yield_kg);
  if (sowing.is_counted) return <span>{figure}</span>;
  return (
    <span className={styles.waiting}>
      <span>{figure}</span> <span className={styles.mark}>{t`waiting to be counted`}</span>
    </span>
  );
}

/** Explains why sowings are not counted yet. Renders nothing if all are. */
export function WaitingNote({ sowings }: { sowings: readonly Sowing[] }) {
  if (sowings.every((sowing) => sowing.is_counted)) return null;
  return (
    <p>{t`A sowing that is waiting to be counted is saved. It is more land than one farmer usually sows in a year, so Grow looks at it before it enters the figures of the country. You need to do nothing, unless it is a mistake: then withdraw it.`}</p>
  );
}

import { t } from '@lingui/core/macro';
import type { Attack } from '@/shared/api/crop-entry';
import styles from './entry.module.css';
import { Points } from './entry-parts';

/** Renders a card for each pest or disease, with its symptoms and treatment. */
export function Attacks({ items }: { items: readonly Attack[] }) {
  return (
    <ul className={styles.attacks}>
      {items.map(({ name, description, control_measures }) => (
        <li key={name}>
          <h4>{name}</h4>
          <p>{description}</p>
          <h5>{t`Control measures`}</h5>
          <Points items={control_measures} />
        </li>
      ))}
    </ul>
  );
}

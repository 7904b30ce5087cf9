import { t } from '@lingui/core/macro';
import type { DemandOverview } from '@/shared/api/shapes';
import styles from './basis-note.module.css';

/** Tells the source of the figures of a state. */
export function BasisNote({ overview }: { overview: DemandOverview }) {
  const state = overview.region_name;
  const named = (basis: string | null) =>
    overview.crops
      .filter((row) => (row.basis ?? null) === basis)
      .map((row) => row.name)
      .join(', ');
  const own = named(null);
  const byPeople = named('derived_from_population');
  if (overview.basis === 'imported') {
    return <p className={styles.basis}>{t`The operator has given figures for ${state} itself.`}</p>;
  }
  return (
    <div className={styles.basis}>
      <p>
        {t`Demand is ${state}'s share of India's demand by population; supply from growers outside Grow is its share by what it grows of each crop. What is sown in Grow is counted as it is.`}
      </p>
      {own && <p>{t`Given for ${state} itself: ${own}.`}</p>}
      {byPeople && <p>{t`Supply by population, too, since it is not known where they grow: ${byPeople}.`}</p>}
      <p>
        {t`Sources: National Commission on Population, projection of 2020; Directorate of Economics and Statistics, production of 2015-16 to 2019-20.`}
      </p>
    </div>
  );
}

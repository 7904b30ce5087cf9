import { t } from '@lingui/core/macro';
import { thinksInAcres } from '@/domain/land/units';
import { useLandUnits } from '@/domain/land/use-land-units';
import type { CropEntry } from '@/shared/api/crop-entry';
import { Disclosure } from '@/shared/ui/disclosure';
import styles from './entry.module.css';
import { Note, Part } from './entry-parts';
import { dayFigures, type Figure, seedFigure, sownIn, spacingFigures, waterFigures } from './sowing-figures';

export function FieldFigures({ entry }: { entry: CropEntry }) {
  const inAcres = thinksInAcres(useLandUnits().preferred);
  const { seed_rate, spacing, maturity_days, if_rain_fails } = entry;
  return (
    <>
      <Figures figures={[seedFigure(seed_rate, inAcres), ...spacingFigures(spacing)]} />
      {seed_rate.note && <Note>{seed_rate.note}</Note>}
      {spacing.note && <Note>{spacing.note}</Note>}
      <Part title={t`Days to harvest`}>
        <Figures figures={dayFigures(maturity_days)} />
        {maturity_days.note && <Note>{maturity_days.note}</Note>}
      </Part>
      <Part title={t`Water from sowing to harvest`}>
        <Figures figures={waterFigures(entry.water_use)} />
      </Part>
      <Part title={t`If the rain fails`}>
        <dl className={styles.initiatives}>
          {if_rain_fails.map(({ season, text, source }) => (
            <div key={season}>
              <dt>{sownIn(season)}</dt>
              <dd>{text}</dd>
              {source === null && (
                <dd className={styles.note}>{t`General practice: ask your neighbours too.`}</dd>
              )}
            </div>
          ))}
        </dl>
      </Part>
      <Disclosure label={t`How do we know?`} about={t`For your field`}>
        {() => <Grounds entry={entry} />}
      </Disclosure>
    </>
  );
}

const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={styles.figures}>
    {figures.map(({ label, value, unit }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          <span>{value}</span> <small>{unit}</small>
        </dd>
      </div>
    ))}
  </dl>
);

/** Renders the source of each figure and advice. What has none is general practice. */
function Grounds({ entry: { seed_rate, spacing, maturity_days, if_rain_fails } }: { entry: CropEntry }) {
  const grounds = [
    { name: t`Seed`, source: seed_rate.source },
    { name: t`Spacing`, source: spacing.source },
    { name: t`Days to harvest`, source: maturity_days.source },
    ...if_rain_fails.map(({ season, source }) => ({ name: sownIn(season), source })),
  ];
  return (
    <dl className={styles.initiatives}>
      {grounds.map(({ name, source }) => (
        <div key={name}>
          <dt>{name}</dt>
          {source ? <dd lang="en">{source}</dd> : <dd>{t`General practice, from no document`}</dd>}
        </div>
      ))}
    </dl>
  );
}

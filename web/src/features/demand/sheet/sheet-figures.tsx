import { t } from '@lingui/core/macro';
import { cropName } from '@/domain/crops/crop-names';
import { isSurplus } from '@/domain/crops/is-surplus';
import type { DemandOverview, DemandRow } from '@/shared/api/shapes';
import { aboutTonnes } from '@/shared/format/about-tonnes';
import { cropYearName, localMoment } from '@/shared/format/dates';
import { need, percent, percentLong, tonnes, total } from '@/shared/format/numbers';
import { isUseKnown, noteOfUse, sentText } from '../balance/balance';
import { ageSentence, coverageSentence } from '../details/figure-sentences';
import styles from './sheet-figures.module.css';

interface SheetFiguresProps {
  overview: DemandOverview;
  /** Name of the state; null for India. */
  state: string | null;
  title: string;
}

/** Names what the sheet tells, and of which region and crop year. */
export function sheetTitle(cropYear: number | undefined, state: string | null): string {
  const name = state ?? t`India`;
  const year = cropYear === undefined ? '' : cropYearName(cropYear);
  return t`Demand and supply of crops: ${name}, crop year ${year}`;
}

/** Renders the title, the day, the four figures and the table. */
export function SheetFigures({ overview, state, title }: SheetFiguresProps) {
  const name = state ?? t`India`;
  const unit = t`tonnes`;
  const printed = localMoment(new Date().toISOString());
  const { summary, crops } = overview;
  const weights = [
    [t`Average Demand`, summary.average_demand_tonnes],
    [t`Average Met`, summary.average_met_tonnes],
    [t`Total Need to Get`, summary.total_need_tonnes],
  ] as const;
  const notes = [...new Set(crops.map((row) => noteOfUse(row, state, undefined)))].filter(Boolean);
  return (
    <section className={styles.figures}>
      <header>
        <h1>{title}</h1>
        <p>{t`Printed from Grow on ${printed}.`}</p>
        <p>{ageSentence(overview)}</p>
        <p>{coverageSentence(overview, name)}</p>
      </header>
      <dl className={styles.four}>
        {weights.map(([label, weight]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <div>{`${total(weight)} ${unit}`}</div>
              <span>{aboutTonnes(weight)}</span>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t`Demand Met %`}</dt>
          <dd>{`${percent(summary.met_percent)}%`}</dd>
        </div>
      </dl>
      <table className={styles.table}>
        <caption>
          {state
            ? t`Tonnes. Sent or received is reckoned: what is grown in a usual year less what is used; K thousand, L lakh, Cr crore.`
            : t`Tonnes.`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t`Crop`}</th>
            <th scope="col">{t`Demand`}</th>
            <th scope="col">{t`Met`}</th>
            <th scope="col">{t`Demand Met %`}</th>
            <th scope="col">{t`Need to Get`}</th>
            {state && (
              <>
                <th scope="col">{t`Grows`}</th>
                <th scope="col">{t`Uses`}</th>
                <th scope="col">{t`Sends or receives`}</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {crops.map((row) => (
            <Row key={row.crop} row={row} state={state} />
          ))}
        </tbody>
      </table>
      <div>
        {notes.map((note) => (
          <p key={note}>
            <span>{note}</span>{' '}
            <span>
              {crops
                .filter((row) => noteOfUse(row, state, undefined) === note)
                .map(({ crop }) => cropName(crop))
                .join(', ')}
            </span>
          </p>
        ))}
      </div>
    </section>
  );
}

function Row({ row, state }: { row: DemandRow; state: string | null }) {
  const isKnown = !state || isUseKnown(row);
  return (
    <tr>
      <th scope="row">{cropName(row.crop)}</th>
      <td>{tonnes(row.demand_tonnes)}</td>
      <td>{tonnes(row.met_tonnes)}</td>
      <td>{isKnown ? percentLong(row.met_percent) : t`not known`}</td>
      <td>{isSurplus(row) ? `${need(row.need_tonnes)} ${t`surplus`}` : need(row.need_tonnes)}</td>
      {state && (
        <>
          <td>{tonnes(row.usual_tonnes)}</td>
          <td>{isKnown ? tonnes(row.domestic_tonnes) : t`not known`}</td>
          <td>{sentText(row, state)}</td>
        </>
      )}
    </tr>
  );
}

import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { cropName } from '@/domain/crops/crop-names';
import { regionName } from '@/domain/regions/region-name';
import { demandSourcesQuery } from '@/shared/api/demand-details';
import type { DemandOverview, DemandRow } from '@/shared/api/shapes';
import { useLanguage } from '@/shared/i18n/language';
import { INDIA } from '@/shared/paths';
import { classNames } from '@/shared/ui/class-names';
import { grownText, noteOfUse, sentText, usedText } from './balance';
import styles from './balance-table.module.css';

interface BalanceTableProps {
  caption: string;
  /** One region, or two side by side. */
  sides: readonly [DemandOverview] | readonly [DemandOverview, DemandOverview];
}

export const balanceCaption = () =>
  t`Tonnes of a usual year, rounded (K thousand, L lakh, Cr crore). What is sent or received is reckoned: grown less used.`;

export function BalanceTable({ caption, sides }: BalanceTableProps) {
  const language = useLanguage();
  const [first, second] = sides;
  const sources = [
    useQuery({ ...demandSourcesQuery(first.region, language), enabled: hasOwnFigures(first) }),
    useQuery({
      ...demandSourcesQuery(second?.region ?? first.region, language),
      enabled: second !== undefined && hasOwnFigures(second),
    }),
  ];
  const names = sides.map(({ region }) => regionName(region));
  const measures = [
    { id: 'grown', name: t`Grows`, text: grownText },
    { id: 'used', name: t`Uses`, text: usedText },
    { id: 'sent', name: t`Sends or receives`, text: sentText },
  ] as const;
  const isPair = sides.length > 1;
  return (
    <table role="table" className={classNames(styles.table, isPair ? styles.pair : styles.single)}>
      <caption>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" rowSpan={isPair ? 2 : 1}>{t`Crop`}</th>
          {measures.map(({ id, name }) => (
            // biome-ignore lint/a11y/useSemanticElements: a phone's layout takes the implicit role away.
            <th key={id} role="columnheader" scope={isPair ? 'colgroup' : 'col'} colSpan={sides.length}>
              {name}
            </th>
          ))}
        </tr>
        {isPair && (
          <tr role="row">
            {measures.flatMap(({ id }) =>
              sides.map(({ region }) => (
                <th key={`${id} ${region}`} role="columnheader" scope="col">
                  {regionName(region)}
                </th>
              )),
            )}
          </tr>
        )}
      </thead>
      {first.crops.map(({ crop }) => {
        const rows = sides.map((side) => side.crops.find((row) => row.crop === crop));
        const notes = rows.map((row, side) => {
          const source = sources[side]?.data?.crops.find((one) => one.crop === crop)?.source;
          return row ? noteOfUse(row, stateName(sides[side]), source) : '';
        });
        return (
          <tbody role="rowgroup" key={crop}>
            <tr role="row" className={styles.row}>
              <th role="rowheader" scope="row">
                <span>{cropName(crop)}</span>
                {/* Each figure has its region in the head of the table, which a phone does not show. */}
                {isPair &&
                  names.map((name) => (
                    <span key={name} className={styles.side} aria-hidden="true">
                      {name}
                    </span>
                  ))}
              </th>
              {measures.flatMap(({ id, name, text }) =>
                rows.map((row, side) => (
                  <td key={`${id} ${names[side]}`} role="cell" data-first={side === 0}>
                    {side === 0 && (
                      <span className={styles.label} aria-hidden="true">
                        {name}
                      </span>
                    )}
                    <span className={styles.figure}>{row ? text(row, stateName(sides[side])) : '–'}</span>
                  </td>
                )),
              )}
            </tr>
            <tr role="row" className={styles.note}>
              <td role="cell" colSpan={1 + measures.length * sides.length}>
                {[...new Set(notes)].filter(Boolean).join(' ')}
              </td>
            </tr>
          </tbody>
        );
      })}
    </table>
  );
}

const stateName = (side: DemandOverview | undefined) =>
  side && side.region !== INDIA ? regionName(side.region) : null;

/** Whether a state was given figures of its own: their source stands in the row. */
const hasOwnFigures = ({ region, crops }: DemandOverview) =>
  region !== INDIA && crops.some(({ basis }: DemandRow) => !basis);

import { t } from '@lingui/core/macro';
import { cropName } from '@/domain/crops/crop-names';
import type { FigureSource } from '@/shared/api/demand-details';
import { figurePaths } from '@/shared/figure-paths';
import { demandPath } from '@/shared/paths';
import styles from './sheet-sources.module.css';

/** Sites of those who publish the figures of the reference set (NOTICE). Their names are their own. */
const PUBLISHERS = [
  ['Ministry of Agriculture and Farmers Welfare, UPAg', 'https://upag.gov.in'],
  ['Directorate of Economics and Statistics', 'https://desagri.gov.in'],
  ['Directorate General of Commercial Intelligence and Statistics', 'https://www.dgciskol.gov.in'],
  ['FAO, FAOSTAT', 'https://www.fao.org/faostat/'],
] as const;

interface SheetSourcesProps {
  region: string;
  /** Undefined if they could not be read. */
  sources: readonly FigureSource[] | undefined;
}

/** Renders the sources of the figures, and where the figures of this moment are found. */
export function SheetSources({ region, sources = [] }: SheetSourcesProps) {
  const addresses = [demandPath(region), figurePaths.csv(region), figurePaths.json(region)];
  return (
    <section className={styles.sources}>
      <h2>{t`Sources`}</h2>
      <ul className={styles.figures}>
        {together(sources).map(({ crops, source: { source, years, confidence } }) => (
          <li key={crops}>
            <strong>{crops}</strong>
            <span>{`: ${source} (${years}; ${confidence})`}</span>
          </li>
        ))}
      </ul>
      <ul>
        {PUBLISHERS.map(([name, href]) => (
          <li key={href} lang="en">
            <span>{`${name}: `}</span>
            <a href={href}>{href}</a>
          </li>
        ))}
      </ul>
      <p>{t`These figures as they are now, as a screen, as CSV and as JSON:`}</p>
      <ul>
        {addresses.map((path) => {
          const address = new URL(path, location.origin).href;
          return (
            <li key={path}>
              <a href={address}>{address}</a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns each source once, with the crops whose figures it gives. */
function together(sources: readonly FigureSource[]) {
  const told = new Map<string, { crops: string; source: FigureSource }>();
  for (const source of sources) {
    const key = [source.source, source.years, source.confidence].join('\n');
    const crop = cropName(source.crop);
    const before = told.get(key);
    told.set(key, { crops: before ? `${before.crops}, ${crop}` : crop, source });
  }
  return [...told.values()];
}

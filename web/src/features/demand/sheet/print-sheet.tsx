import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { regionName } from '@/domain/regions/region-name';
import { demandSourcesQuery } from '@/shared/api/demand-details';
import { regionDemandQuery } from '@/shared/api/queries';
import { useLanguage } from '@/shared/i18n/language';
import { INDIA } from '@/shared/paths';
import styles from './print-sheet.module.css';
import { SheetCharts } from './sheet-charts';
import { SheetFigures, sheetTitle } from './sheet-figures';
import { SheetSources } from './sheet-sources';

interface PrintSheetProps {
  region: string;
  /** Called once the sheet is complete. */
  onReady: (() => void) | undefined;
}

/** Renders the figures of a region for paper. It stands beside the app, and is printed instead of it. */
export function PrintSheet({ region, onReady }: PrintSheetProps) {
  const demand = useQuery(regionDemandQuery(region));
  // The browser's own command prints the sources only if they were read before.
  const sources = useQuery({ ...demandSourcesQuery(region, useLanguage()), enabled: onReady !== undefined });
  const isReady = demand.data !== undefined && !sources.isPending;
  const ready = useRef(onReady);
  ready.current = onReady;
  useEffect(() => {
    if (isReady || demand.isError) ready.current?.();
  }, [isReady, demand.isError]);
  const state = region === INDIA ? null : regionName(region);
  const title = sheetTitle(demand.data?.crop_year, state);
  // A browser names the file of a print by the title.
  useLayoutEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
  const overview = demand.data;
  if (!overview || overview.crops.length === 0) return null;
  return createPortal(
    <article className={styles.sheet} data-sheet aria-hidden="true">
      <SheetFigures {...{ overview, state, title }} />
      <SheetCharts rows={overview.crops} />
      <SheetSources region={region} sources={sources.data?.crops} />
    </article>,
    document.body,
  );
}

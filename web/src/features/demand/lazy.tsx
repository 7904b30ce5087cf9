import { lazy, Suspense } from 'react';
import { extend, type Language } from '@/shared/i18n/language';
import { INDIA } from '@/shared/paths';
import styles from './lazy.module.css';

/** The choice of a region, what is said about it and that a stream is lost, with their sentences: the figures of India do not wait. */
const sentences = (language: Language) => import(`../../../locales/later/${language}.po`);

async function loadLater() {
  const [later] = await Promise.all([import('./later'), extend(sentences)]);
  return later;
}

const RegionBar = lazy(async () => ({ default: (await loadLater()).RegionBar }));
const PauseNote = lazy(async () => ({ default: (await loadLater()).PauseNote }));
const BasisNote = lazy(async () => ({ default: (await loadLater()).BasisNote }));

export function LazyRegionBar(props: React.ComponentProps<typeof RegionBar>) {
  return (
    <Suspense fallback={<div className={styles.bar} />}>
      <RegionBar {...props} />
    </Suspense>
  );
}

export function LazyBasisNote(props: React.ComponentProps<typeof BasisNote>) {
  return (
    <Suspense>
      <BasisNote {...props} />
    </Suspense>
  );
}

/** Stands on the screen before it has something to say, so that it is read out when it does. */
export function LivePause({ paused, region = INDIA }: { paused: boolean; region?: string }) {
  return (
    <div role="status" className={styles.pause}>
      {paused && (
        <Suspense>
          <PauseNote region={region} />
        </Suspense>
      )}
    </div>
  );
}

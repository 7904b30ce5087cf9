import { extend, type Language } from '@/shared/i18n/language';
import { lazyPart, partFailure } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import styles from './region-parts.module.css';

/** The choice of a region and what is said about it: the figures of India do not wait for them. */
const sentences = (language: Language) => import(`../../../locales/later/${language}.po`);

async function loadParts() {
  const [parts] = await Promise.all([import('./later'), extend(sentences)]);
  return parts;
}

export const RegionBar = lazyPart(async () => (await loadParts()).RegionBar, {
  meanwhile: <div className={styles.bar} />,
  afterFailure: (failure) => <Panel>{partFailure(failure)}</Panel>,
});

export const BasisNote = lazyPart(async () => (await loadParts()).BasisNote);

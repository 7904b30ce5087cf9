import type { DemandOverview } from '@/shared/api/shapes';
import { ageSentence, coverageSentence, notKnownSentence } from './figure-sentences';
import styles from './notes.module.css';

/** Renders which part of the land is in Grow, and the age of the figures. */
export const FigureNotes = ({ overview, name }: { overview: DemandOverview; name: string }) => (
  <div className={styles.figures}>
    <p>{coverageSentence(overview, name)}</p>
    <p>{ageSentence(overview)}</p>
    {overview.not_known?.length ? <p>{notKnownSentence(overview.not_known)}</p> : null}
  </div>
);

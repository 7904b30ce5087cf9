import { t } from '@lingui/core/macro';
import type { ObservedSeason } from '@/shared/api/demand-details';
import { seasonName } from '@/shared/calendar/seasons';
import styles from './details.module.css';
import { isInLatin } from './is-in-latin';
import { seasonSentences } from './season-sentences';

export interface ObservedSeasonsProps {
  seasons: readonly ObservedSeason[];
  /** Name of the state; null for India. */
  state: string | null;
}

/** Renders what was observed of the seasons of a crop this year; nothing where they are taken as usual ones. */
export function ObservedSeasons({ seasons, state }: ObservedSeasonsProps) {
  if (seasons.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {seasons.map((season) => (
        <div key={season.season}>
          <dt>{seasonName(season.season)}</dt>
          {seasonSentences(season, state).map((said) => (
            <dd key={said}>{said}</dd>
          ))}
          <dt>{t`Source`}</dt>
          <dd lang={isInLatin(season.source) ? 'en' : undefined}>{season.source}</dd>
        </div>
      ))}
    </dl>
  );
}

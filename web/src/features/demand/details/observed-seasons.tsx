import { t } from '@lingui/core/macro';
import { Fragment } from 'react';
import type { ObservedSeason } from '@/shared/api/demand-details';
import styles from './details.module.css';
import { observedSeason, seasonSentences } from './season-sentences';

interface ObservedSeasonsProps {
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
        <Fragment key={season.season}>
          <div>
            <dt>{observedSeason(season)}</dt>
            <dd>
              {seasonSentences(season, state).map((said) => (
                <p key={said}>{said}</p>
              ))}
            </dd>
          </div>
          <div>
            <dt>{t`Source`}</dt>
            <dd lang={isInLatin(season.source) ? 'en' : undefined}>{season.source}</dd>
          </div>
        </Fragment>
      ))}
    </dl>
  );
}

/**
 * Whether a text is an operator's own words, which may be English on a screen in another language. A sentence in that
 * language may have an abbreviation in it.
 */
export const isInLatin = (fact: string) => /^[\p{Script=Latin}\P{L}]*$/u.test(fact) && /[a-z]{2}/i.test(fact);

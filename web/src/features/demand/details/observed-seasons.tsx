import { t } from '@lingui/core/macro';
import { Fragment } from 'react';
import type { ObservedSeason } from '@/shared/api/demand-details';
import { calendarDate } from '@/shared/format/dates';
import { plain } from '@/shared/format/numbers';
import styles from './details.module.css';

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

/** Percentages that differ by less are shown as the same. */
const SAME = 0.5;

/** Names the season of an observation. The names of all windows are in a part that this screen does not load. */
export function observedSeason({ season }: ObservedSeason): string {
  if (season === 'kharif') return t`Kharif`;
  if (season === 'rabi') return t`Rabi`;
  return season === 'summer' ? t`Summer` : t`All year`;
}

/** Tells what a season is of a usual one, and what that does to the supply. `state` is null for India. */
export function seasonSentences(season: ObservedSeason, state: string | null): string[] {
  const { applied_percent, estimate, is_flagged, percent } = season;
  const expected = plain(applied_percent, 0);
  return [
    observedSentence(season, state),
    !estimate &&
      Math.abs(applied_percent - percent) >= SAME &&
      t`The season is not over, so growers are expected to bring ${expected} % of the usual.`,
    is_flagged && t`This is far from usual: it moves the supply by more than twice the error of the figure.`,
  ].filter((sentence): sentence is string => Boolean(sentence));
}

function observedSentence(
  { as_of, estimate, percent, region }: ObservedSeason,
  state: string | null,
): string {
  const share = plain(percent, 0);
  const date = calendarDate(as_of);
  const isIndias = state && region === 'IN';
  if (estimate) {
    return isIndias
      ? t`Official estimate of this season's harvest in all of India: ${share} % of the usual, ${date}.`
      : t`Official estimate of this season's harvest: ${share} % of the usual, ${date}.`;
  }
  return isIndias
    ? t`Sown so far this season in all of India: ${share} % of the usual, ${date}. Of ${state} alone it is not known.`
    : t`Sown so far this season: ${share} % of the usual, ${date}.`;
}

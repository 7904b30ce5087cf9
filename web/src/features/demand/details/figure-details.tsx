import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import {
  demandSourcesQuery,
  type FigureSource,
  type Imports,
  type ObservedSeason,
} from '@/shared/api/demand-details';
import type { DemandRow } from '@/shared/api/shapes';
import { calendarDate } from '@/shared/format/dates';
import { roundTonnes } from '@/shared/format/lakhs';
import { plain, tonnes, whole } from '@/shared/format/numbers';
import { useLanguage } from '@/shared/i18n/language';
import { Loaded } from '@/shared/query/loaded';
import { demandParts, metParts, shareSentences } from './detail-sentences';
import styles from './details.module.css';

export interface FigureDetailsProps {
  row: DemandRow;
  region: string;
  /** Name of the state; null for India. */
  state: string | null;
}

/** Renders the parts of the figures of a crop, and where they come from. */
export function FigureDetails({ row, region, state }: FigureDetailsProps) {
  const sources = useQuery(demandSourcesQuery(region, useLanguage()));
  const source = sources.data?.crops.find(({ crop }) => crop === row.crop);
  return (
    <div className={styles.details}>
      <div className={styles.part}>
        <p>{demandParts(row, state)}</p>
        <p>{metParts(row)}</p>
        {source && <ObservedSeasons seasons={source.observed} state={state} />}
        {state && source && shareSentences(row, source, state).map((said) => <p key={said}>{said}</p>)}
        <Parts row={row} state={state} />
        {source && <Trust row={row} source={source} state={state} />}
      </div>
      <div className={styles.part}>
        <Loaded query={sources}>
          {() =>
            source ? <Source source={source} /> : <p>{t`No source is known for the figures of this crop.`}</p>
          }
        </Loaded>
      </div>
    </div>
  );
}

function Parts({ row, state }: Pick<FigureDetailsProps, 'row' | 'state'>) {
  const parts: readonly (readonly [string, number])[] = [
    [state ? t`Used in ${state}` : t`Used in India`, row.domestic_tonnes],
    [t`Exported`, row.exported_tonnes],
    [t`Growers outside Grow`, row.outside_tonnes],
    [t`Sown in Grow`, row.sown_tonnes],
  ];
  return (
    <dl className={styles.figures}>
      {parts.map(([name, figure]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span>{tonnes(figure)}</span> <span className={styles.unit}>{t`t`}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Trust({ row, source, state }: Pick<FigureDetailsProps, 'row' | 'state'> & { source: FigureSource }) {
  const { imports } = source;
  return (
    <>
      <p>{errorSentences(row, source, state).join(' ')}</p>
      {imports && <p>{importSentences(row, imports).join(' ')}</p>}
    </>
  );
}

function Source({ source }: { source: FigureSource }) {
  const land = whole(source.usual_land_ha);
  const error = source.error_percent;
  const facts = [
    { name: t`Years`, fact: source.years },
    { name: t`Source`, fact: source.source },
    { name: t`Confidence`, fact: source.confidence },
    { name: t`Error`, fact: t`${error} % either way, in two of three cases` },
    { name: t`Compiled on`, fact: calendarDate(source.as_of) },
    { name: t`Land in a usual year`, fact: t`${land} hectares` },
  ];
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(({ name, fact }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd lang={isInLatin(fact) ? 'en' : undefined}>{fact}</dd>
          </div>
        ))}
      </dl>
      {source.has_newer && (
        <p>
          <span>{t`A newer figure has come with Grow. The operator puts it in force with:`}</span>{' '}
          <code lang="en">grow demand import --reference</code>
        </p>
      )}
    </>
  );
}

/** Tells how far the percentage of a row may be off, and what it says nothing about. `state` is null for India. */
export function errorSentences(
  row: DemandRow,
  { error_percent: error }: FigureSource,
  state: string | null,
): string[] {
  if (!row.has_balance) return [t`What is usually grown of it is known to within ${error} %.`];
  if (row.met_percent === 0) return [];
  const off = (row.met_percent * error) / 100;
  const low = whole(Math.max(0, row.met_percent - off));
  const high = whole(row.met_percent + off);
  const range = t`Most likely between ${low} and ${high} % of the demand is met.`;
  // What a state lacks comes from other states, so its percentage calls for nothing.
  const isOpen = !state && row.met_percent - off <= 100 && 100 <= row.met_percent + off;
  return isOpen ? [range, t`So it says neither that too little is coming nor that too much is.`] : [range];
}

/** Tells what comes in from abroad, on what terms, and what it does to the price. */
export function importSentences(row: DemandRow, imports: Imports): string[] {
  const usual = roundTonnes(imports.usual_tonnes);
  const met = whole(row.met_percent);
  const withThem = whole(((row.met_tonnes + imports.usual_tonnes) * 100) / row.demand_tonnes);
  const came = t`Imported today: ${usual} in a usual year.`;
  const both = t`Without imports ${met} % of the demand is met, with them ${withThem} %.`;
  return [...(row.demand_tonnes > 0 ? [came, both] : [came]), dutySentence(imports), priceSentence(imports)];
}

function dutySentence({ duty_percent, duty_as_of }: Imports): string {
  const day = calendarDate(duty_as_of);
  if (duty_percent === 0) return t`No import duty was due on ${day}.`;
  const duty = plain(duty_percent, 1);
  return t`The import duty was ${duty} % on ${day}.`;
}

function priceSentence({ price_percent }: Imports): string {
  if (price_percent === null || price_percent >= 100) return t`Imports hold the price that farmers get.`;
  const under = 100 - price_percent;
  return t`Imports land ${under} % under the support price, before duty and port costs, and hold the price that farmers get.`;
}

interface ObservedSeasonsProps {
  seasons: readonly ObservedSeason[];
  /** Name of the state; null for India. */
  state: string | null;
}

/** Renders what was observed of the seasons of a crop this year; nothing where they are taken as usual ones. */
function ObservedSeasons({ seasons, state }: ObservedSeasonsProps) {
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

import { t } from '@lingui/core/macro';
import type { FigureSource, Imports } from '@/shared/api/demand-details';
import type { DemandRow } from '@/shared/api/shapes';
import { calendarDate } from '@/shared/format/dates';
import { roundTonnes } from '@/shared/format/lakhs';
import { plain, whole } from '@/shared/format/numbers';

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

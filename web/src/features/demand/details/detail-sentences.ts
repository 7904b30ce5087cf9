import { t } from '@lingui/core/macro';
import { cropName } from '@/domain/crops/crop-names';
import type { FigureSource } from '@/shared/api/demand-details';
import type { DemandOverview, DemandRow } from '@/shared/api/shapes';
import { roundTonnes } from '@/shared/format/lakhs';
import { plain } from '@/shared/format/numbers';

/** Tells the parts of the demand of a crop. `state` is null for India. */
export function demandParts(row: DemandRow, state: string | null): string {
  const usual = roundTonnes(row.usual_tonnes);
  if (!row.has_balance) {
    return t`What is used of it is not known, so what growers bring in a usual year, ${usual}, is shown as the demand.`;
  }
  const domestic = roundTonnes(row.domestic_tonnes);
  if (state && row.exported_tonnes === 0) return t`Wanted: ${domestic} used in ${state}.`;
  const exported = roundTonnes(row.exported_tonnes);
  return state
    ? t`Wanted: ${domestic} used in ${state}, and ${exported} as its part of India's usual exports.`
    : t`Wanted of India's growers: ${domestic} used in India and ${exported} exported.`;
}

export function metParts(row: DemandRow): string {
  const outside = roundTonnes(row.outside_tonnes);
  const sown = roundTonnes(row.sown_tonnes);
  return t`Growers outside Grow bring ${outside}; sowings in Grow add ${sown}.`;
}

/** Tells what a state's part of India's figures goes by; nothing where they were given for the region itself. */
export function shareSentences(
  row: DemandRow,
  { use_percent, supply_percent }: FigureSource,
  state: string,
): string[] {
  if (use_percent == null || supply_percent == null) return [];
  const use = plain(use_percent, 2);
  const supply = plain(supply_percent, 2);
  const grown = t`${state} grows ${supply} % of what India grows of it.`;
  switch (row.basis) {
    case 'population':
      return [
        t`${use} % of India's people live in ${state}, so that part of India's use is taken for it.`,
        grown,
      ];
    case 'processing':
      return [t`The mills of ${state} take ${use} % of what India's mills take.`, grown];
    default:
      return [grown];
  }
}

export function basisSentences({ crops }: DemandOverview, state: string): string[] {
  const namesOf = (basis: string | null) =>
    crops
      .filter((row) => (row.basis ?? null) === basis)
      .map((row) => cropName(row.crop))
      .join(', ');
  const [own, byPeople, byMills, asGrown] = [null, 'population', 'processing', 'production'].map(namesOf);
  if (own && !byPeople && !byMills && !asGrown) {
    return [t`The operator has given figures for ${state} itself.`];
  }
  return [
    own && t`Given for ${state} itself: ${own}.`,
    byPeople && t`Use goes by the number of people in the state: ${byPeople}.`,
    byMills && t`Use goes by what the mills of the state take: ${byMills}.`,
    asGrown && t`No balance is known; shown as grown: ${asGrown}.`,
    t`Supply and exports go by what the state grows of each crop. What a state lacks comes from other states and, of crops that India imports, from abroad.`,
    t`Sources: National Commission on Population, projection of 2020; Directorate of Economics and Statistics, production of 2015-16 to 2019-20; National Federation of Cooperative Sugar Factories, cane crushed in 2024-25; share of India's cotton mills, estimated from their workers in 2011.`,
  ].filter((sentence): sentence is string => Boolean(sentence));
}

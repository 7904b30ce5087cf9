import { t } from '@lingui/core/macro';
import type { DemandRow } from '@/shared/api/shapes';
import { roundTonnes } from '@/shared/format/lakhs';
import { whole } from '@/shared/format/numbers';
import { SAME } from '../balance/balance';

/** Tells both parts of the demand, all crops together. `state` is null for India. */
export function wantedSentence(rows: readonly DemandRow[], state: string | null): string {
  const domestic = roundTonnes(rows.reduce((sum, row) => sum + row.domestic_tonnes, 0));
  const exported = roundTonnes(rows.reduce((sum, row) => sum + row.exported_tonnes, 0));
  return state
    ? t`Demand is what ${state} uses, ${domestic}, and its part of India's usual exports, ${exported}, all crops together.`
    : t`Demand is what is wanted of India's growers: ${domestic} for use in India and ${exported} for the usual exports, all crops together.`;
}

/** Tells what the percentage of a row alone would hide. `state` is null for India. */
export function rowSentence(row: DemandRow, state: string | null): string {
  if (!row.has_balance) return t`No balance is known; shown as grown.`;
  if (state) return placeSentence(row);
  const domestic = roundTonnes(row.domestic_tonnes);
  const exported = roundTonnes(row.exported_tonnes);
  const used =
    row.exported_tonnes > 0
      ? t`Used in India ${domestic}; exported ${exported}.`
      : t`Used in India ${domestic}; no exports are known.`;
  return [
    used,
    ...(row.is_beyond_error ? [] : [t`About as much is on the way as is needed.`]),
    ...(row.is_imported ? [t`Imported today.`] : []),
  ].join(' ');
}

/** Tells what is met now, and what it becomes if everybody keeps to plans and advice. */
export function projectedSentence({ met_percent }: DemandRow, filled: number): string {
  const [met, followed] = [whole(met_percent), whole(filled)];
  return t`Met now: ${met} %. If all plans and advice are followed: ${followed} %.`;
}

type Place = Pick<DemandRow, 'usual_tonnes' | 'domestic_tonnes' | 'exported_tonnes' | 'basis'>;

/** Tells what a state grows and uses of a crop, and where the rest comes from or goes to. */
export function placeSentence(place: Place): string {
  const { usual_tonnes, domestic_tonnes, basis } = place;
  const grown = roundTonnes(usual_tonnes);
  const used = roundTonnes(domestic_tonnes);
  const isEaten = basis === 'population';
  if (basis === 'production') {
    return usual_tonnes > 0
      ? t`Grown here ${grown}; how much is used here is not known.`
      : t`Not grown here.`;
  }
  if (usual_tonnes === 0 && domestic_tonnes === 0) return t`Neither grown nor used here.`;
  if (usual_tonnes === 0) {
    return isEaten
      ? t`None is grown here; eaten here ${used}: all of it comes from other states.`
      : t`None is grown here; used here ${used}: all of it comes from other states.`;
  }
  if (Math.abs(usual_tonnes - domestic_tonnes) <= SAME * Math.max(usual_tonnes, domestic_tonnes)) {
    return isEaten
      ? t`Grown here ${grown}; eaten here about the same.`
      : t`Grown here ${grown}; used here about the same.`;
  }
  if (usual_tonnes < domestic_tonnes) {
    return isEaten
      ? t`Grown here ${grown}; eaten here ${used}: the rest comes from other states.`
      : t`Grown here ${grown}; used here ${used}: the rest comes from other states.`;
  }
  return moreThanUsed(place);
}

function moreThanUsed({ usual_tonnes, domestic_tonnes, exported_tonnes, basis }: Place): string {
  const grown = roundTonnes(usual_tonnes);
  const used = roundTonnes(domestic_tonnes);
  const isEaten = basis === 'population';
  if (usual_tonnes < domestic_tonnes + exported_tonnes) {
    const exported = roundTonnes(exported_tonnes);
    return isEaten
      ? t`Grown here ${grown}; eaten here ${used}: the rest goes abroad, where ${exported} is wanted.`
      : t`Grown here ${grown}; used here ${used}: the rest goes abroad, where ${exported} is wanted.`;
  }
  if (exported_tonnes === 0) {
    return isEaten
      ? t`Grown here ${grown}; eaten here ${used}: the rest goes to other states.`
      : t`Grown here ${grown}; used here ${used}: the rest goes to other states.`;
  }
  return isEaten
    ? t`Grown here ${grown}; eaten here ${used}: the rest goes to other states or abroad.`
    : t`Grown here ${grown}; used here ${used}: the rest goes to other states or abroad.`;
}

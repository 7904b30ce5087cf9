import { plain } from '@/shared/format/numbers';
import { HECTARE_M2 } from '@/shared/measures';
import { amountOf, enteredAmount, hectaresInWords } from './units';
import { offerOf, useLandUnits } from './use-land-units';

/** Returns a function that says hectares in the farmer's own unit: '2.25 acres'. */
export function useOwnArea(): (hectares: number) => string {
  const units = useLandUnits();
  const unit = units.preferred ?? 'hectare';
  const squareMetres = offerOf(units, unit)?.square_metres;
  return (hectares) => {
    if (unit === 'hectare' || !squareMetres) return hectaresInWords(hectares);
    const value = Math.round((hectares * HECTARE_M2 * 100) / squareMetres) / 100;
    return unit === 'acre_and_cents' ? enteredAmount({ value, unit }) : amountOf(plain(value, 2), unit);
  };
}

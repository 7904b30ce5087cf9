import { type FormEvent, useRef, useState } from 'react';
import type { EnteredSize, LandUnit, LandUnits } from '../api/land-size';
import { plain } from '../format/numbers';
import { acresOf } from './land-size';
import { offerOf, useLandUnits } from './use-land-units';

/** A size that is saved already. */
export interface SavedSize {
  hectares: number | null;
  entered: EnteredSize | null;
}

/** The state of a field for a size of land: its unit, the size of that unit, and what was typed. */
export function useLandSize(
  saved: SavedSize | undefined,
  onSize?: (hectares: number, unit: LandUnit) => void,
) {
  const units = useLandUnits();
  const [chosen, setChosen] = useState(() => savedUnit(saved));
  // The farmer's unit may arrive with the record, until something is typed.
  const unit = chosen ?? preferredUnit(units);
  const offer = offerOf(units, unit);
  const [ownSizes, setOwnSizes] = useState(() => savedUnitSizes(saved));
  const unitM2 = ownSizes[unit] ?? offer?.square_metres ?? Number.NaN;
  // Stays open once a size is chosen, so that the arrow keys can choose another one.
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || (offer?.square_metres === null && !saved?.entered?.unit_square_metres);
  const texts = useRef({ value: savedText(saved), cents: savedCents(saved) });
  const [hectares, setHectares] = useState(() => saved?.hectares ?? Number.NaN);

  const tell = (inUnit: LandUnit, squareMetres: number) => {
    const size = hectaresOf(texts.current, inUnit, squareMetres);
    setHectares(size);
    onSize?.(size, inUnit);
  };
  return {
    units,
    unit,
    offer,
    unitM2,
    /** The size of the unit is asked for. */
    isOpen: !!offer?.believed && isOpen,
    hectares,
    /** What the inputs begin with: what is saved, unless the farmer has chosen another unit. */
    begin: unit === savedUnit(saved) ? { value: savedText(saved), cents: savedCents(saved) } : undefined,
    open: () => setIsOpened(true),
    typed: (part: 'value' | 'cents') => (event: FormEvent<HTMLInputElement>) => {
      texts.current[part] = event.currentTarget.value;
      setChosen(unit);
      tell(unit, unitM2);
    },
    changeUnit: (next: LandUnit) => {
      texts.current = { value: '', cents: '' };
      setChosen(next);
      setIsOpened(false);
      tell(next, Number.NaN);
    },
    resize: (squareMetres: number) => {
      setOwnSizes((sizes) => ({ ...sizes, [unit]: squareMetres }));
      setChosen(unit);
      tell(unit, squareMetres);
    },
  };
}

export type LandSizeState = ReturnType<typeof useLandSize>;

/** The unit that the farmer entered land in last, if it is one of their state. */
function preferredUnit(units: LandUnits): LandUnit {
  const preferred = units.preferred ?? 'hectare';
  return offerOf(units, preferred) ? preferred : 'hectare';
}

function hectaresOf(texts: { value: string; cents: string }, unit: LandUnit, unitM2: number): number {
  const number = texts.value === '' ? Number.NaN : Number(texts.value);
  if (unit === 'hectare') return number;
  const value = unit === 'acre_and_cents' ? acresOf(texts.value, texts.cents) : number;
  return Math.round(value * unitM2) / 10_000;
}

function savedUnit(saved: SavedSize | undefined): LandUnit | undefined {
  if (saved?.entered) return saved.entered.unit;
  return saved?.hectares ? 'hectare' : undefined;
}

function savedUnitSizes(saved: SavedSize | undefined): Partial<Record<LandUnit, number>> {
  const size = saved?.entered?.unit_square_metres;
  return saved?.entered && size ? { [saved.entered.unit]: size } : {};
}

/** The saved number of units; the acres of acres and cents. */
function savedText(saved: SavedSize | undefined): string {
  if (!saved?.entered) return saved?.hectares ? plain(saved.hectares, 2) : '';
  const { value, unit } = saved.entered;
  return unit === 'acre_and_cents' ? plain(Math.floor(Math.round(value * 100) / 100), 0) : plain(value, 2);
}

function savedCents(saved: SavedSize | undefined): string {
  if (saved?.entered?.unit !== 'acre_and_cents') return '';
  return plain(Math.round(saved.entered.value * 100) % 100, 0);
}

import { type FormEvent, useRef, useState } from 'react';
import type { LandUnit, LandUnits } from '../api/land-size';
import { acresOf } from './land-size';
import { HECTARE_M2 } from './measures';
import {
  impliedUnitSize,
  type SavedSize,
  type SizeTexts,
  savedTexts,
  savedUnit,
  savedUnitSizes,
} from './saved-size';
import { offerOf, useLandUnits } from './use-land-units';

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
  const sizeOf = (one: LandUnit) =>
    ownSizes[one] ?? offerOf(units, one)?.square_metres ?? impliedUnitSize(saved, one);
  const unitM2 = sizeOf(unit);
  // Stays open once a size is chosen, so that the arrow keys can choose another one.
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || (offer?.square_metres === null && !savedUnitSizes(saved)[unit]);
  const texts = useRef(savedTexts(saved, unit));
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
    /** The unit has one size everywhere, which is not sent. */
    isFixed: offer ? !offer.believed : !savedUnitSizes(saved)[unit],
    /** The size of the unit is asked for. */
    isOpen: !!offer?.believed && isOpen,
    hectares,
    /** What the inputs begin with: what is saved, unless the farmer has chosen another unit. */
    begin: unit === savedUnit(saved) ? savedTexts(saved, unit) : undefined,
    open: () => setIsOpened(true),
    typed: (part: keyof SizeTexts) => (event: FormEvent<HTMLInputElement>) => {
      texts.current[part] = event.currentTarget.value;
      setChosen(unit);
      tell(unit, unitM2);
    },
    changeUnit: (next: LandUnit) => {
      // The inputs begin again, too.
      texts.current = savedTexts(saved, next);
      setChosen(next);
      // The size of the unit is asked for again where the farmer had left it empty.
      setIsOpened(Number.isNaN(sizeOf(next)));
      tell(next, sizeOf(next));
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

function hectaresOf(texts: SizeTexts, unit: LandUnit, unitM2: number): number {
  const number = texts.value === '' ? Number.NaN : Number(texts.value);
  if (unit === 'hectare') return number;
  const value = unit === 'acre_and_cents' ? acresOf(texts.value, texts.cents) : number;
  return Math.round(value * unitM2) / HECTARE_M2;
}

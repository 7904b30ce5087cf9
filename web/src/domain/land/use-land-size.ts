import { type FormEvent, useRef, useState } from 'react';
import type { LandUnit, LandUnits } from '@/shared/api/land-size';
import { enter } from '@/shared/forms/enter';
import { HECTARE_M2 } from '@/shared/measures';
import { acresOf, inputNames, type SizeBase } from './land-size';
import {
  hectareText,
  impliedUnitSize,
  ownTexts,
  type SavedSize,
  type SizeTexts,
  savedTexts,
  savedUnit,
  savedUnitSizes,
} from './saved-size';
import { offerOf, useLandUnits } from './use-land-units';

/** The box that was typed in. It is what is saved; the other one follows. */
type Box = 'own' | 'hectares';

/**
 * The state of a size of land in two boxes, in the farmer's own unit and in hectares: what was typed, the unit, and the
 * size of that unit.
 */
export function useLandSize(
  base: SizeBase,
  saved: SavedSize | undefined,
  onSize?: (hectares: number, unit: LandUnit) => void,
  /** The box that is empty at first. */
  first: Box = 'hectares',
) {
  const units = useLandUnits();
  const boxes = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(() => savedUnit(saved));
  // The farmer's unit may arrive with the record, until something is typed.
  const unit = chosen ?? ownUnit(units);
  const offer = offerOf(units, unit);
  const [ownSizes, setOwnSizes] = useState(() => savedUnitSizes(saved));
  const sizeOf = (one: LandUnit) =>
    ownSizes[one] ?? offerOf(units, one)?.square_metres ?? impliedUnitSize(saved, one);
  const unitM2 = sizeOf(unit);
  const [typedIn, setTypedIn] = useState<Box>(() =>
    saved?.entered ? 'own' : saved?.hectares ? 'hectares' : first,
  );
  const [isTold, setTold] = useState(!!saved?.entered);
  // Stays open once a size is chosen, so that the arrow keys can choose another one.
  const [isOpened, setIsOpened] = useState(false);
  const isOpen =
    isOpened ||
    (typedIn === 'own' && isTold && offer?.square_metres === null && !savedUnitSizes(saved)[unit]);
  const texts = useRef(savedTexts(saved, unit));
  const [hectares, setHectares] = useState(() => saved?.hectares ?? hectaresOf(texts.current, unit, unitM2));
  const [beginHectares] = useState(() =>
    saved?.entered ? hectareText(hectares) : String(saved?.hectares ?? ''),
  );
  const isFollowing = useRef(false);

  const tell = (size: number, box: Box, inUnit: LandUnit) => {
    setTypedIn(box);
    setTold(true);
    setHectares(size);
    onSize?.(size, box === 'own' ? inUnit : 'hectare');
  };
  /** Writes the other box. */
  const follow = (text: Partial<Record<'hectares' | 'value' | 'cents', string>>) => {
    const names = inputNames(base);
    isFollowing.current = true;
    for (const [part, value] of Object.entries(text)) {
      const name = names[part as keyof typeof text];
      const input = boxes.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      if (input && input.value !== value) enter(input, value);
    }
    isFollowing.current = false;
  };
  const ownTyped = (inUnit: LandUnit, squareMetres: number) => {
    const size = hectaresOf(texts.current, inUnit, squareMetres);
    tell(size, 'own', inUnit);
    follow({ hectares: hectareText(size) });
  };
  return {
    units,
    unit,
    offer,
    unitM2,
    boxes,
    /** The unit of what is saved. */
    savedIn: typedIn === 'own' ? unit : 'hectare',
    /** The unit has one size everywhere, which is not sent. */
    isFixed: offer ? !offer.believed : !savedUnitSizes(saved)[unit],
    /** The size of the unit is asked for. */
    isOpen: !!offer?.believed && isOpen,
    hectares,
    beginHectares,
    /** What the inputs of the own unit begin with: what is saved, or what follows from the hectares. */
    begin: typedIn === 'own' ? savedTexts(saved, unit) : ownTexts(hectares, unit, unitM2),
    open: () => setIsOpened(true),
    typed: (part: keyof SizeTexts) => (event: FormEvent<HTMLInputElement>) => {
      if (isFollowing.current) return;
      // The texts may be those of the hectares, which the inputs of the own unit have followed.
      if (typedIn === 'hectares') texts.current = ownTexts(hectares, unit, unitM2);
      texts.current = { ...texts.current, [part]: event.currentTarget.value };
      setChosen(unit);
      ownTyped(unit, unitM2);
    },
    typedHectares: ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
      if (isFollowing.current) return;
      const size = value === '' ? Number.NaN : Number(value);
      tell(size, 'hectares', unit);
      follow(ownTexts(size, unit, unitM2));
    },
    changeUnit: (next: LandUnit) => {
      setChosen(next);
      // The size of the unit is asked for again where the farmer had left it empty.
      setIsOpened(Number.isNaN(sizeOf(next)));
      if (typedIn === 'hectares' && hectares > 0) return;
      // The inputs begin again, too.
      texts.current = savedTexts(saved, next);
      ownTyped(next, sizeOf(next));
    },
    resize: (squareMetres: number) => {
      setOwnSizes((sizes) => ({ ...sizes, [unit]: squareMetres }));
      setChosen(unit);
      if (typedIn === 'own') ownTyped(unit, squareMetres);
      else follow(ownTexts(hectares, unit, squareMetres));
    },
  };
}

export type LandSizeState = ReturnType<typeof useLandSize>;

/** The unit that the farmer entered land in last, if it is one of their state; else the usual one of the state. */
function ownUnit({ preferred, usual, offered }: LandUnits): LandUnit {
  const isOwn = preferred !== 'hectare' && offered.some(({ unit }) => unit === preferred);
  return isOwn && preferred ? preferred : usual;
}

function hectaresOf(texts: SizeTexts, unit: LandUnit, unitM2: number): number {
  const value =
    unit === 'acre_and_cents'
      ? acresOf(texts.value, texts.cents)
      : texts.value === ''
        ? Number.NaN
        : Number(texts.value);
  return Math.round(value * unitM2) / HECTARE_M2;
}

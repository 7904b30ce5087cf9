import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { recordQuery } from '@/shared/api/record';
import { plain } from '@/shared/format/numbers';
import { areaInWords, HECTARES_OF_AN_ACRE, hectaresInWords, thinksInAcres } from '@/shared/land/units';

/** The field that a fertiliser plan is for. */
export interface FertilisedArea {
  hectares: number;
  /** What the field for the size begins with, in acres or hectares. */
  figure: string;
  inAcres: boolean;
  /** '2 acres', '1.5 hectares'; null for one acre or hectare that nobody chose. */
  words: string | null;
  /** Takes acres or hectares; what is no size leaves the field as it was. */
  change: (size: number) => void;
}

/** Returns the field that a plan is for: all the farmer's land, or one acre or hectare, until the farmer says. */
export function useFertilisedArea(): FertilisedArea {
  const { data: record } = useQuery(recordQuery);
  const [chosen, setChosen] = useState<number | null>(null);
  const inAcres = thinksInAcres(record?.land_units.preferred ?? record?.land_entered?.unit);
  const unit = inAcres ? HECTARES_OF_AN_ACRE : 1;
  const hectares = chosen ?? record?.land_ha ?? unit;
  return {
    hectares,
    figure: plain((record?.land_ha ?? unit) / unit, 2),
    inAcres,
    words: chosen === null && !record?.land_ha ? null : wordsOf(hectares, inAcres),
    change: (size) => {
      if (size > 0 && size * unit <= 10_000) setChosen(size * unit);
    },
  };
}

const wordsOf = (hectares: number, inAcres: boolean) =>
  inAcres ? areaInWords(hectares, true) : hectaresInWords(hectares);

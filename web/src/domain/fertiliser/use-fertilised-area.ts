import { useState } from 'react';
import { areaInFullWords, thinksInAcres } from '@/domain/land/units';
import { useRecord } from '@/outbox/queue/use-record';
import { HECTARES_OF_AN_ACRE, MOST_HECTARES } from '@/shared/measures';

/** The field that a fertiliser plan is for. */
export interface FertilisedArea {
  hectares: number;
  /** What the field for the size begins with, in acres or hectares. Not grouped: a number input takes only digits. */
  figure: string;
  inAcres: boolean;
  /** '2 acres', '1.5 hectares'; null for one acre or hectare that nobody chose. */
  words: string | null;
  /** Takes acres or hectares; what is no size leaves the field as it was. */
  change: (size: number) => void;
}

/**
 * Returns the field that a plan is for, until the farmer says another size: `free`, in hectares, or else all the farmer's
 * land, or else one acre or hectare.
 */
export function useFertilisedArea(free: number | null = null): FertilisedArea {
  const { data: record } = useRecord();
  const [chosen, setChosen] = useState<number | null>(null);
  const inAcres = thinksInAcres(record?.land_units.preferred ?? record?.land_entered?.unit);
  const unit = inAcres ? HECTARES_OF_AN_ACRE : 1;
  const land = free ?? record?.land_ha ?? null;
  const hectares = chosen ?? land ?? unit;
  return {
    hectares,
    figure: String(Math.round(((land ?? unit) / unit) * 100) / 100),
    inAcres,
    words: chosen === null && !land ? null : areaInFullWords(hectares, inAcres),
    change: (size) => {
      if (size > 0 && size * unit <= MOST_HECTARES) setChosen(size * unit);
    },
  };
}

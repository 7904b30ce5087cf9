import type { ReactNode } from 'react';
import type { Yardstick } from '@/domain/land/yardstick';
import type { CropOnField, FieldWater } from '@/shared/api/advice';
import { ClockIcon } from '@/shared/ui/icons';
import { ChartIcon } from '@/shared/ui/screen-icons';
import { DropIcon, LandIcon, RupeeIcon } from './advice-icons';
import { fieldDoubts, leavesSentences, neighboursSow, openNeed, soldSentence } from './rest-sentences';
import { waterCondition, wateringsBeyondRain } from './water-sentences';
import { calendarDoubts } from './window-sentences';

/** A line of a card. */
export interface CardLine {
  icon: ReactNode;
  said: string;
  isDoubt?: boolean;
}

/** What the sentences of a card depend on beside its crop. */
export interface CardContext {
  /** The water of the field; null where it is not told. */
  water: FieldWater | null;
  /** Day of the advice. */
  today: string;
  /** Region of the farmer. */
  region: string;
}

type Told = Pick<CardContext, 'water' | 'region'> & { crop: CropOnField };

/**
 * Returns what a card tells below the name of a crop and its days: at rest its water, what it leaves, the first doubt,
 * what the market paid, or where neither is told what is needed of it, and what neighbours sow. The others follow when
 * it is opened.
 */
export function cardLines(
  { crop, water, region }: Told,
  piece: Yardstick,
): Record<'first' | 'more', CardLine[]> {
  const lines = (icon: ReactNode, ...sentences: (string | null)[]): CardLine[] =>
    sentences.filter((said) => said !== null && said !== '').map((said) => ({ icon, said: said ?? '' }));
  const [ofWater, ...moreOfWater] = lines(
    <DropIcon />,
    waterCondition(crop.water, water),
    crop.water && wateringsBeyondRain(crop.water, water),
  );
  const doubts = [
    ...lines(<LandIcon />, ...fieldDoubts(crop)),
    ...lines(<ClockIcon />, ...calendarDoubts(crop, region)),
  ].map((line) => ({
    ...line,
    isDoubt: true,
  }));
  const leaves = lines(<RupeeIcon />, leavesSentences(crop, piece).join(' '));
  const sold = lines(<RupeeIcon />, soldSentence(crop));
  const [doubt, ...moreDoubts] = doubts;
  const need = lines(<ChartIcon />, openNeed(crop));
  const neighbours = lines(<LandIcon />, neighboursSow(crop));
  const isNeedFirst = !doubt && sold.length === 0;
  return {
    first: [ofWater, ...leaves, doubt, ...sold, ...(isNeedFirst ? need : []), ...neighbours].filter(
      (line) => line !== undefined,
    ),
    more: [...moreOfWater, ...moreDoubts, ...(isNeedFirst ? [] : need)],
  };
}

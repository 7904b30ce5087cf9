import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { District } from '@/shared/api/record';
import { latinDigits } from '@/shared/forms/latin-digits';
import { visible } from '@/shared/forms/visible-text';
import { useLanguage } from '@/shared/i18n/language';
import { type PlaceSuggestion, placesQuery } from './places';

/** Debounce time in ms: one request for a quickly typed word, without a noticeable delay. */
const PAUSE_MS = 150;
const NONE: readonly PlaceSuggestion[] = [];

interface PlaceSuggestions {
  items: readonly PlaceSuggestion[];
  /** The district that the text tells as it is. */
  resolved: District | null;
  /** The whole text is looked up, and means nothing. */
  isUnknown: boolean;
}

/** Returns districts that match the text, debounced. Returns none without a network. */
export function usePlaceSuggestions(text: string): PlaceSuggestions {
  // The server reads a PIN code of digits 0-9.
  const typed = latinDigits(visible(text));
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isPlaceholderData } = useQuery(placesQuery(asked, useLanguage()));
  const answer = typed && asked ? data : undefined;
  const isAnswered = !!answer && typed === asked && !isPlaceholderData;
  const items = answer?.items ?? NONE;
  const resolved = (isAnswered && answer.resolved) || null;
  return { items, resolved, isUnknown: isAnswered && !resolved && items.length === 0 };
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PlaceSuggestion, placesQuery } from '@/shared/api/places';

/** Long enough that a quick word is one request, short enough that nobody waits for it. */
const PAUSE_MS = 150;
const NONE: readonly PlaceSuggestion[] = [];

/** The districts that the text may become, a moment after the last letter; none while there is no network. */
export function usePlaceSuggestions(text: string): readonly PlaceSuggestion[] {
  const typed = text.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery(placesQuery(asked));
  return (typed && asked && data?.items) || NONE;
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type PlaceSuggestion, placesQuery } from '@/shared/api/places';
import { useLanguage } from '@/shared/i18n/language';

/** Debounce time in ms: one request for a quickly typed word, without a noticeable delay. */
const PAUSE_MS = 150;
const NONE: readonly PlaceSuggestion[] = [];

/** Returns districts that match the text, debounced. Returns none without a network. */
export function usePlaceSuggestions(text: string): readonly PlaceSuggestion[] {
  const typed = text.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery(placesQuery(asked, useLanguage()));
  return (typed && asked && data?.items) || NONE;
}

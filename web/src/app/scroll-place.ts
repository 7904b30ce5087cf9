import { useEffect, useLayoutEffect } from 'react';
import { tabText } from '@/shared/storage/kept-text';

/** Maximum time for a screen to grow to the scroll position that is restored. */
const GROWING_MS = 5_000;
const kept = tabText('places');

/** Scroll positions in pixels, by address. */
const places = new Map<string, number>(parse(kept.get()));
/** Position of the next screen: from the history entry, or from before a reload. */
let returnTo = 0;
/** Path of the current screen. */
let shown: string | null = null;

/**
 * Saves scroll positions and restores them after Back, Forward and reload. The browser would restore them too
 * early, before the screen has its data. Call it before the first render, so that its `popstate` listener
 * runs first.
 */
export function followScrolling(): void {
  history.scrollRestoration = 'manual';
  if (['back_forward', 'reload'].includes(navigationType())) returnTo = placeHere();
  addEventListener('scroll', () => places.set(address(), scrollY), { passive: true });
  addEventListener('pagehide', () => kept.set(places.size > 0 ? JSON.stringify([...places]) : null));
  addEventListener('popstate', () => {
    returnTo = placeHere();
    // Same screen: another hash or another region.
    if (location.pathname === shown) scrollThere(returnTo);
  });
}

/** Scrolls a newly rendered screen to its position. */
export function useScrollPlace(screen: string): void {
  useLayoutEffect(() => {
    if (!screen) return;
    const place = returnTo;
    const isFirst = shown === null;
    shown = location.pathname;
    returnTo = 0;
    // After a page load, keep the browser's position: the top, or the hash target.
    if (isFirst && place === 0) return;
    return scrollThere(place);
  }, [screen]);
  // Unmounts when the user changes. The next farmer starts without positions.
  useEffect(() => () => places.clear(), []);
}

const placeHere = () => places.get(address()) ?? 0;
const address = () => location.pathname + location.search + location.hash;

/** Scrolls to a position, again after each growth of the page, until the farmer scrolls or it is reached. */
function scrollThere(place: number): () => void {
  const growth = new ResizeObserver(() => scroll());
  const stop = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const event of MOVES) removeEventListener(event, stop);
  };
  const scroll = () => {
    scrollTo(0, place);
    if (scrollY >= place - 1) stop();
  };
  const timer = setTimeout(stop, GROWING_MS);
  for (const event of MOVES) addEventListener(event, stop, { passive: true });
  growth.observe(document.body);
  scroll();
  return stop;
}

const MOVES = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

function navigationType(): string {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.type ?? '';
}

function parse(text: string | null): [string, number][] {
  try {
    const found: unknown = JSON.parse(text ?? '');
    return Array.isArray(found) ? found.filter(isPlace) : [];
  } catch {
    return [];
  }
}

function isPlace(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'number';
}

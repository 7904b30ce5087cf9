import { useEffect, useLayoutEffect } from 'react';
import { tabText } from '@/shared/storage/kept-text';

/** How long a screen may take to grow until the place that is returned to is there. */
const GROWING_MS = 5_000;
const kept = tabText('places');

/** How far down the farmer was, by address, in pixels. */
const places = new Map<string, number>(parse(kept.get()));
/** Where the screen that comes next was left: after Back, Forward, or when the page is loaded again. */
let returnTo = 0;
/** The path of the screen that is shown. */
let shown: string | null = null;

/**
 * Notes where the farmer is, so that Back leads there and a link to the top of a screen. The browser itself tries before the
 * screen has its figures. Called before the app is drawn: it must hear of a change of address first.
 */
export function followScrolling(): void {
  history.scrollRestoration = 'manual';
  if (['back_forward', 'reload'].includes(navigationType())) returnTo = placeHere();
  addEventListener('scroll', () => places.set(address(), scrollY), { passive: true });
  addEventListener('pagehide', () => kept.set(places.size > 0 ? JSON.stringify([...places]) : null));
  addEventListener('popstate', () => {
    returnTo = placeHere();
    // The same screen in another place of it, or with the figures of another region.
    if (location.pathname === shown) scrollThere(returnTo);
  });
}

/** Brings a screen that has just been drawn to its place. */
export function useScrollPlace(screen: string): void {
  useLayoutEffect(() => {
    if (!screen) return;
    const place = returnTo;
    const isFirst = shown === null;
    shown = location.pathname;
    returnTo = 0;
    // A page that has just been loaded is at its top, or where its address points.
    if (isFirst && place === 0) return;
    return scrollThere(place);
  }, [screen]);
  // Drawn anew for the next farmer, who was nowhere yet.
  useEffect(() => () => places.clear(), []);
}

const placeHere = () => places.get(address()) ?? 0;
const address = () => location.pathname + location.search + location.hash;

/** Scrolls as far as the screen reaches, and on as it grows, unless the farmer moves it. */
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

import { useEffect, useState } from 'react';

/** The longest that a screen waits for the slowest of its answers before it shows the others, ms. */
const PATIENCE_MS = 4_000;

/**
 * Returns true once each of the answers is there or has failed, and for good. A screen that shows them at once pushes
 * nothing down that somebody has begun to read.
 */
export function useTogether(queries: readonly { data: unknown; error: unknown }[]): boolean {
  const [isLate, setLate] = useState(false);
  const areThere = queries.every(({ data, error }) => data !== undefined || error !== null);
  const [wereThere, setThere] = useState(areThere);
  if (areThere && !wereThere) setThere(true);
  useEffect(() => {
    const late = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(late);
  }, []);
  return wereThere || areThere || isLate;
}

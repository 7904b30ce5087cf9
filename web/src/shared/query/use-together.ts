import { useEffect, useState } from 'react';

/** Maximum wait for the slowest query, ms. */
const PATIENCE_MS = 4_000;

/**
 * Returns true, and stays true, once every query has data or an error. Showing them together avoids layout shifts.
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

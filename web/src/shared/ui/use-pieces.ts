import { useEffect, useState } from 'react';

const PIECE = 2;

/**
 * How many of a list's entries are drawn yet. It grows by a few at a time, so that a slow phone answers touches, and shows what it
 * has, in between.
 */
export function usePieces(count: number): number {
  const [drawn, setDrawn] = useState(PIECE);
  useEffect(() => {
    if (drawn >= count) return;
    const next = setTimeout(() => setDrawn(drawn + PIECE));
    return () => clearTimeout(next);
  }, [drawn, count]);
  return Math.min(drawn, count);
}

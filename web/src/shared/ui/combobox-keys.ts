/**
 * Where a key leads in a list of so many options; -1 is the text itself, which the arrows pass on their way around. Home and
 * End belong to the text while no option is active. Undefined: the key is none of the list's.
 */
export function nextActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return active + 1 < count ? active + 1 : -1;
    case 'ArrowUp':
      return active === -1 ? count - 1 : active - 1;
    case 'Home':
      return active >= 0 ? 0 : undefined;
    case 'End':
      return active >= 0 ? count - 1 : undefined;
    default:
      return undefined;
  }
}

/**
 * Where the layout changes. Widths in em follow the farmer's letters: twice as large, they leave half the room. In CSS
 * `@media (--from-wide)` and `@media (--below-wide)` stand for them (build/breakpoints.ts).
 */
const WIDTHS = {
  /** Below it, not even a short name fits beside a picture. */
  tiny: '20em',
  /** Two figures beside each other. */
  small: '25em',
  /** Below it, a phone held upright: narrow gaps, buttons as wide as the screen. */
  phone: '480px',
  /** Below it, a large phone or a small tablet. In px, so that twice as large letters are twice as large titles, too. */
  tablet: '768px',
  /** Two cards of figures beside each other. */
  medium: '35em',
  /** Two cards of a table beside each other. */
  large: '41em',
  /** Room for a list beside the text. */
  wide: '62.5em',
  /** Room for a table of seven columns. */
  table: '75em',
} as const;

export type Width = keyof typeof WIDTHS;
export const isWidth = (name: string): name is Width => Object.hasOwn(WIDTHS, name);

/** The media query for this width and more. */
export const from = (width: Width) => `(width >= ${WIDTHS[width]})`;

/** The media query for all that is narrower; paper is no narrow screen, and has its tables as tables. */
export const below = (width: Width) => `screen and (width < ${WIDTHS[width]})`;

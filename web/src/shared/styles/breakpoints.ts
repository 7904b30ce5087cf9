/**
 * Layout breakpoints. Widths in em follow the text size: larger text leaves less room. In CSS they are
 * `@media (--from-wide)` and `@media (--below-wide)` (build/breakpoints.ts).
 */
const WIDTHS = {
  /** Narrower screens have no room for a name beside a picture. */
  tiny: '20em',
  /** Room for two figures side by side. */
  small: '25em',
  /** Narrower screens are upright phones: small gaps, buttons as wide as the screen. */
  phone: '480px',
  /** Narrower screens are large phones and small tablets. In px, so that titles grow with the text. */
  tablet: '768px',
  /** Room for two cards of figures side by side. */
  medium: '35em',
  /** Room for two table cards side by side. */
  large: '41em',
  /** Room for a list beside the text. */
  wide: '62.5em',
  /** Room for a table of seven columns. */
  table: '75em',
} as const;

export type Width = keyof typeof WIDTHS;
export const isWidth = (name: string): name is Width => Object.hasOwn(WIDTHS, name);

/** Returns the media query for this width and wider. */
export const from = (width: Width) => `(width >= ${WIDTHS[width]})`;

/** Returns the media query for narrower screens. It excludes print, where tables stay tables. */
export const below = (width: Width) => `screen and (width < ${WIDTHS[width]})`;

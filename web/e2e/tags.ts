/**
 * A test runs once, on a phone, on SQLite and, outside `spec/`, on PostgreSQL. A tag says where else it runs, or where it does
 * not; the projects of `playwright.config.ts` read the tags.
 */

/** What it shows depends on the width: layout, tables against cards, the way to sign in, the order of the keyboard, colours. */
export const BOTH_WIDTHS = { tag: '@both-widths' };

/** Only wide screens do it: they sign in through a window of its own. */
export const WIDE_ONLY = { tag: '@wide-only' };

/** Its answers are made up, or the browser gives them by itself: behind another store it shows the same. */
export const NO_STORE = { tag: '@no-store' };

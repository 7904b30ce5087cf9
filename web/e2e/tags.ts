/**
 * By default, a test runs on a phone, on SQLite. Tags change that; the projects of `playwright.config.ts` read them.
 */

/** For tests that depend on the width: layout, tables or cards, sign-in, tab order, colours. */
export const BOTH_WIDTHS = { tag: '@both-widths' };

/** For tests of wide screens only, which sign in with a popup. */
export const WIDE_ONLY = { tag: '@wide-only' };

/**
 * For whole journeys through the store, which run on PostgreSQL, too. What a single operation does there is shown by the
 * tests of storage and HTTP, on both databases.
 */
export const BOTH_STORES = { tag: '@both-stores' };

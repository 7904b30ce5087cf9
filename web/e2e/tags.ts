/**
 * By default, a test runs on a phone, on SQLite. Tags change that; the projects of `playwright.config.ts` read
 * them, and the config names the files that run on PostgreSQL, too.
 */

/** For tests that depend on the width: layout, tables or cards, sign-in, tab order, colours. */
export const BOTH_WIDTHS = { tag: '@both-widths' };

/** For tests of wide screens only, which sign in with a popup. */
export const WIDE_ONLY = { tag: '@wide-only' };

/** For tests in those files that do not depend on the store. */
export const NO_STORE = { tag: '@no-store' };

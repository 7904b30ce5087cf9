/**
 * By default, a test runs on a phone, on SQLite and, outside `spec/`, on PostgreSQL. Tags change that; the
 * projects of `playwright.config.ts` read them.
 */

/** For tests that depend on the width: layout, tables or cards, sign-in, tab order, colours. */
export const BOTH_WIDTHS = { tag: '@both-widths' };

/** For tests of wide screens only, which sign in with a popup. */
export const WIDE_ONLY = { tag: '@wide-only' };

/** For tests with mocked or browser-made answers, which do not depend on the store. */
export const NO_STORE = { tag: '@no-store' };

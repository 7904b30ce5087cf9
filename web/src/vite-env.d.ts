/// <reference types="vite/client" />

declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}

/** The folders of `locales/`; see build/languages.ts. */
declare module 'virtual:languages' {
  import type { Messages } from '@lingui/core';

  interface Catalogue {
    messages: Messages;
  }

  interface Language {
    /** The language in its own words: தமிழ். */
    name: string;
    /** Loads the messages of the screens that everyone sees. */
    guest: () => Promise<Catalogue>;
    /** Loads those of /advice and of the frame of farmers' screens. */
    farmer: () => Promise<Catalogue>;
    /** Loads those of farmers' other screens. */
    screens: () => Promise<Catalogue>;
    /** Loads the sentences of pages that the server writes. Only the build has them. */
    server?: () => Promise<Catalogue>;
  }

  export const languages: Readonly<Record<string, Language>>;
}

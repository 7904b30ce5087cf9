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
    /** Loads the messages that every screen needs, and what loads the other parts. */
    load: () => Promise<Catalogue & { parts: Readonly<Record<string, () => Promise<Catalogue>>> }>;
  }

  export const languages: Readonly<Record<string, Language>>;
}

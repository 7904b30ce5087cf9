import type { PageSentences } from '../src/app/server-sentences.ts';
import { paths } from '../src/shared/paths.ts';

export const manifestFile = (language: string) => `manifest/${language}.webmanifest`;

const icon = (name: string, size: number, purpose = 'any') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Writes what a phone knows of the installed app, in a language. */
export function manifest(language: string, { description, shortcuts }: PageSentences): string {
  const { advice, sow, demand } = shortcuts;
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('icon', 192)] });
  return JSON.stringify({
    // The same app in each language.
    id: '/',
    start_url: paths.home,
    scope: '/',
    name: 'Grow',
    short_name: 'Grow',
    description,
    lang: language,
    dir: 'ltr',
    display: 'standalone',
    theme_color: '#1f5d3a',
    background_color: '#1f5d3a',
    categories: ['food', 'productivity'],
    icons: [icon('icon', 192), icon('icon', 512), icon('maskable', 512, 'maskable')],
    shortcuts: [shortcut(advice, paths.advice), shortcut(sow, paths.sow), shortcut(demand, paths.demand)],
  });
}

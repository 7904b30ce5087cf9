import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { minifySync, type Plugin, type Rolldown } from 'vite';
import type { FirstView, Prerendered, ScreenView } from '../src/app/prerender.tsx';
import type { PageSentences } from '../src/app/server-sentences.ts';
import { deckPage, escaped } from './deck.ts';
import { firstStyles } from './first-styles.ts';
import { catalogueFile } from './languages.ts';
import { manifest, manifestFile } from './manifest.ts';
import { oldBrowserPage } from './old-browser.ts';
import { serviceWorker } from './service-worker.ts';

/** Placeholders in which the server inserts its address, the styles of all first views, and its answers. */
const PLACE_FOR_ORIGIN = '<!--origin-->';
const PLACE_FOR_STYLES = '<!--styles-->';
const PLACE_FOR_ANSWERS = '<!--answers-->';
/** Placeholder in which the build inserts its own name, which depends on the pages. */
const PLACE_FOR_BUILD = '<!--build-->';

/** Texts of index.html that each language replaces. */
const DESCRIPTION = 'See what the country still needs, and choose the crop to sow.';
const NO_SCRIPT = 'Grow needs JavaScript. Please switch it on and load this page again.';

/** The presentation in English stands where an operator's own would: see `serverPaths.deck`. */
const deckFile = (language: string) =>
  language === 'en' ? 'deck/index.html' : `deck/${language}/index.html`;

/** Attributes of the first script: what it says if the app does not load. */
const failureTexts = ({ failed, checkNetwork, loadAgain }: PageSentences) =>
  `data-failed="${escaped(failed)}" data-network="${escaped(checkNetwork)}" data-again="${escaped(loadAgain)}"`;

const ROOT = resolve(import.meta.dirname, '..');
const inRoot = (path: string) => resolve(ROOT, path);
/** Output folder of the prerender module, which the build of the app executes. */
const PRERENDER = inRoot('node_modules/.prerender');

/**
 * Replaces index.html by one page for each screen, with its title, its chunks, its first view, and
 * placeholders for the styles and the answers of the server. `pages/index.json` tells the server which page
 * belongs to which route.
 */
export function pages(): Plugin {
  return {
    name: 'grow-pages',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: (environment) => environment.name === 'client',
    config: () => ({
      builder: {},
      environments: {
        prerender: {
          consumer: 'server',
          build: {
            outDir: PRERENDER,
            copyPublicDir: false,
            manifest: false,
            chunkImportMap: false,
            rolldownOptions: { input: inRoot('src/app/prerender.tsx') },
          },
        },
      },
    }),
    async buildApp({ build, environments: { prerender, client } }) {
      if (!prerender || !client) throw new Error('The build environments are missing');
      await build(prerender);
      await build(client);
    },
    async generateBundle(_options, bundle) {
      const views = await drawnViews();
      const app = new BuiltApp(bundle, (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? []);
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      const firstScript = minifiedFirstScript();
      const floor = floorScript();
      for (const { file, code } of [firstScript, floor]) emit(file, code);
      const pages = new Map<string, string>();
      const index = app.pages(views, [firstScript.file, floor.file], (file, html) => pages.set(file, html));
      for (const { language, deck, page } of views.texts) {
        emit(deckFile(language), deckPage(language, deck));
        emit(manifestFile(language), manifest(language, page));
      }
      emit(
        'old-browser.html',
        oldBrowserPage(views.texts.map(({ language, page }) => [language, page.tooOld])),
      );
      const styles = app.firstStyles(views);
      emit('pages/styles.css', styles);
      emit('pages/index.json', JSON.stringify(index, null, 2));
      // The pages contain it. The server allows it in their content security policy.
      emit('pages/importmap.json', app.importMap);
      const shells = [styles, ...index.waiting.map(({ file }) => pages.get(file) ?? '')];
      const languages = index.waiting.map(({ language }) => language);
      const worker = await serviceWorker(bundle, [firstScript.file, floor.file], shells, languages);
      emit('sw.js', worker.code);
      for (const [file, html] of pages) emit(`pages/${file}`, html.replace(PLACE_FOR_BUILD, worker.version));
      // The pages replace them.
      delete bundle['index.html'];
      delete bundle['importmap.json'];
    },
  };
}

async function drawnViews(): Promise<Prerendered> {
  const { prerender } = await import(pathToFileURL(resolve(PRERENDER, 'prerender.js')).href);
  return prerender();
}

function minifiedFirstScript(): { file: string; code: string } {
  const source = readFileSync(inRoot('build/first-script.js'), 'utf8');
  const { code } = minifySync('first-script.js', source, {
    module: true,
    compress: { target: 'es2017' },
  });
  return { file: `assets/first-${hashOf(code)}.js`, code };
}

/** Leads browsers that cannot run the app to their page. Nothing rewrites it, because it has to stay ES5. */
function floorScript(): { file: string; code: string } {
  const code = readFileSync(inRoot('build/old-browser.js'), 'utf8');
  return { file: `assets/floor-${hashOf(code)}.js`, code };
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex').slice(0, 8);

/** The files of the first script, and of the one for old browsers. */
type Scripts = readonly [first: string, floor: string];

/** The bundle of the app. */
class BuiltApp {
  readonly #bundle: Rolldown.OutputBundle;
  readonly #shell: string;
  /** Page modules in the order of the routes. */
  readonly #pages: readonly string[];
  /** The entry script element and its file. */
  readonly #entry: { element: string; file: string };
  readonly #preloads: { element: string; file: string }[];
  readonly #stylesheet: { element: string; file: string };

  constructor(bundle: Rolldown.OutputBundle, importedLater: (id: string) => readonly string[]) {
    this.#bundle = bundle;
    this.#shell = this.#textOf('index.html');
    this.#pages = importedLater(inRoot('src/app/routes.tsx'));
    this.#entry = this.#only(/ *<script type="module"[^>]* src="\/([^"]*)"><\/script>\n/g);
    this.#stylesheet = this.#only(/ *<link rel="stylesheet"[^>]* href="\/([^"]*)">\n/g);
    this.#preloads = this.#elements(/ *<link rel="modulepreload"[^>]* href="\/([^"]*)">\n/g);
  }

  /** Leads from the addresses that chunks import, which stay, to those that name their content. */
  get importMap(): string {
    return this.#only(/<script type="importmap">(.*?)<\/script>/g).file;
  }

  /** Returns the styles of all first views. The whole stylesheet comes with the app. */
  firstStyles({ screens, waiting }: Prerendered): string {
    const markup = [...screens, ...waiting].map((view) => view.markup);
    return firstStyles(this.#textOf(this.#stylesheet.file), [this.#shell, ...markup])
      .replaceAll(/\/\*.*?\*\//g, '')
      .trim();
  }

  /** Writes all pages and returns the index of their files. */
  pages(
    { screens, waiting, texts }: Prerendered,
    scripts: Scripts,
    write: (file: string, html: string) => void,
  ) {
    const saidIn = new Map(texts.map((text) => [text.language, text]));
    if (screens.length !== this.#pages.length * saidIn.size)
      throw new Error('src/app/routes.tsx must import one page for each route');
    const writePage = (view: FirstView, name: string, chunks: readonly string[]) => {
      const file = `${view.language}/${name}.html`;
      const said = saidIn.get(view.language)?.page;
      if (!said) throw new Error(`The pages in '${view.language}' have no sentences`);
      write(file, this.#page(view, said, scripts, chunks));
      return file;
    };
    return {
      waiting: waiting.map((view) => ({ language: view.language, file: writePage(view, 'waiting', []) })),
      screens: screens.map((view, place) => {
        const page = this.#pages[place % this.#pages.length] ?? '';
        const { language, path, access } = view;
        const file = writePage(view, basename(page, '-page.tsx'), this.#chunksOf(view, page));
        return { language, path, is_public: access === 'public', file };
      }),
      sentences: Object.fromEntries(texts.map(({ language, server }) => [language, server])),
    };
  }

  /** Returns the app's chunks in execution order: imports, catalogue, entry. */
  #appChunks(language: string): string[] {
    const sentences = this.#chunkOf(catalogueFile(language, 'guest'));
    return [...this.#preloads.map(({ file }) => file), sentences.fileName, this.#entry.file];
  }

  /** Returns the other chunks of a screen: its page, its messages and, for farmers, their menu. */
  #chunksOf({ language, access, catalogues }: ScreenView, page: string): string[] {
    const ofApp = this.#appChunks(language);
    const files = new Set<string>();
    const collect = ({ fileName, imports }: Rolldown.OutputChunk) => {
      files.add(fileName);
      for (const file of imports) {
        const imported = this.#bundle[file];
        if (imported?.type === 'chunk' && !files.has(file)) collect(imported);
      }
    };
    collect(this.#chunkOf(page));
    if (access === 'signed-in') {
      // Signed-in screens have the menu.
      collect(this.#chunkOf(inRoot('src/app/profile-menu.tsx')));
    }
    for (const catalogue of catalogues) collect(this.#chunkOf(catalogueFile(language, catalogue)));
    return [...files].filter((file) => !ofApp.includes(file));
  }

  #page(
    view: FirstView,
    said: PageSentences,
    [firstScript, floor]: Scripts,
    chunks: readonly string[],
  ): string {
    // The content security policy allows only the page's style element.
    if (/ style=/.test(view.markup)) throw new Error(`The first view '${view.title}' has an inline style`);
    const preload = (file: string, mark = '') =>
      `    <link rel="modulepreload"${mark} crossorigin href="/${file}">\n`;
    const scripts = [
      this.#entry.element
        .replace(this.#entry.file, firstScript)
        .replace('<script ', () => `<script ${failureTexts(said)} `),
      `    <script defer src="/${floor}"></script>\n`,
      ...this.#appChunks(view.language).map((file) => preload(file, ' data-app')),
      ...chunks.map((file) => preload(file)),
    ];
    const replacements: [string, string][] = [
      ['<html lang="en">', `<html lang="${view.language}" data-build="${PLACE_FOR_BUILD}">`],
      ['<title>Grow</title>', `<title>${view.title}</title>`],
      [
        `name="description" content="${DESCRIPTION}"`,
        `name="description" content="${escaped(said.description)}"`,
      ],
      [
        `"og:description" content="${DESCRIPTION}"`,
        `"og:description" content="${escaped(said.description)}"`,
      ],
      [NO_SCRIPT, escaped(said.noScript)],
      [
        this.#stylesheet.element,
        `    <link rel="preload" as="style" data-styles href="/${this.#stylesheet.file}">\n`,
      ],
      ...this.#preloads.map(({ element }): [string, string] => [element, '']),
      [this.#entry.element, scripts.join('')],
      ['<meta property="og:title" content="Grow">', `<meta property="og:title" content="${view.title}">`],
      ['content="/icons/card.png"', `content="${PLACE_FOR_ORIGIN}/icons/card.png"`],
      ['/manifest/en.webmanifest', `/${manifestFile(view.language)}`],
      ['  </head>', `    <style>${PLACE_FOR_STYLES}</style>\n  </head>`],
      ['<div id="root"></div>', `<div id="root">${view.markup}</div>\n    ${PLACE_FOR_ANSWERS}`],
    ];
    return replacements.reduce((html, [found, replacement]) => {
      if (html.split(found).length !== 2) throw new Error(`index.html must contain ${found} exactly once`);
      return html.replace(found, () => replacement);
    }, this.#shell);
  }

  #chunkOf(module: string): Rolldown.OutputChunk {
    for (const output of Object.values(this.#bundle)) {
      if (output.type === 'chunk' && output.facadeModuleId === module) return output;
    }
    throw new Error(`${module} has no chunk of its own`);
  }

  #textOf(file: string): string {
    const output = this.#bundle[file];
    if (output?.type !== 'asset') throw new Error(`${file} is missing in the build`);
    return output.source.toString();
  }

  #elements(pattern: RegExp): { element: string; file: string }[] {
    return [...this.#shell.matchAll(pattern)].map(([element, file = '']) => ({ element, file }));
  }

  #only(pattern: RegExp): { element: string; file: string } {
    const [found, ...others] = this.#elements(pattern);
    if (!found || others.length > 0) throw new Error(`index.html must match ${pattern} exactly once`);
    return found;
  }
}

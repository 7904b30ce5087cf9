import { resolve } from 'node:path';

interface Module {
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

/** Module graph of the bundler. */
interface Graph {
  getModuleInfo: (id: string) => Module | null;
}

const from = (...files: string[]) => files.map((file) => resolve(import.meta.dirname, '../src', file));

/** Where the code begins that everyone loads, that of guests, and that of the farmers' screens whose load is kept small. */
const START = from('app/main.tsx');
const EVERYONE = from('app/choose-language.ts', 'features/session/follow-user.ts');
const DEMAND = from('pages/demand-page.tsx');
const ADVICE = from('pages/advice-page.tsx', 'app/profile-menu.tsx');
const DASHBOARD = from('pages/dashboard-page.tsx');

/**
 * Names the chunk of a module that several chunks import, by the screens that import it, directly or indirectly. What
 * the start imports at once is in none of its own: chunks that import each other in a circle are evaluated in the order
 * in which they arrive.
 */
export function sharedChunk(id: string, graph: Graph): string | null {
  if (START.includes(id)) return null;
  const roots = rootsOf(id, graph);
  const isOf = (some: readonly string[]) => some.some((root) => roots.has(root));
  if (isOf(START)) return 'shared';
  if (roots.size < 2) return null;
  if (isOf(EVERYONE) || (isOf(DEMAND) && isOf(ADVICE))) return 'shared';
  if (isOf(DEMAND)) return 'figures';
  if (isOf(ADVICE)) return 'field';
  return isOf(DASHBOARD) ? 'recommendations' : 'forms';
}

/** Returns the modules with which a load begins that brings this one. */
function rootsOf(id: string, graph: Graph): ReadonlySet<string> {
  const roots = new Set<string>();
  const seen = new Set<string>();
  const visit = (module: string) => {
    if (seen.has(module)) return;
    seen.add(module);
    const info = graph.getModuleInfo(module);
    if (!info) return;
    if (START.includes(module) || info.dynamicImporters.length > 0) roots.add(module);
    for (const importer of info.importers) visit(importer);
  };
  visit(id);
  return roots;
}

import { resolve } from 'node:path';

/** Module graph of the bundler. */
interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

const from = (...files: string[]) =>
  new Set(files.map((file) => resolve(import.meta.dirname, '../src', file)));

/** Where the code begins that guests load, and that of the farmers' screens whose load is kept small. */
const GUEST = from(
  'app/main.tsx',
  'app/choose-language.ts',
  'features/session/follow-user.ts',
  'pages/demand-page.tsx',
);
const ADVICE = from('pages/advice-page.tsx', 'app/profile-menu.tsx');
const DASHBOARD = from('pages/dashboard-page.tsx');

/** Names the chunk of a module that several chunks import, by the screens that import it, directly or indirectly. */
export function sharedChunk(id: string, graph: Graph): string {
  if (isReached(id, GUEST, graph)) return 'shared';
  if (isReached(id, ADVICE, graph)) return 'field';
  return isReached(id, DASHBOARD, graph) ? 'recommendations' : 'forms';
}

function isReached(id: string, roots: ReadonlySet<string>, graph: Graph): boolean {
  const seen = new Set<string>();
  const isImported = (module: string): boolean => {
    if (roots.has(module)) return true;
    if (seen.has(module)) return false;
    seen.add(module);
    return graph.getModuleInfo(module)?.importers.some(isImported) ?? false;
  };
  return isImported(id);
}

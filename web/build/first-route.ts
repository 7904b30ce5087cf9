import { resolve } from 'node:path';

/** Module graph of the bundler. */
interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/** Roots of the first screen of a guest. */
const ROOTS = ['main.tsx', '../pages/demand-page.tsx'].map((file) =>
  resolve(import.meta.dirname, '../src/app', file),
);

/** Returns true if a root of the first screen imports the module, directly or indirectly. */
export function isOfFirstRoute(id: string, graph: Graph): boolean {
  const seen = new Set<string>();
  const isReached = (module: string): boolean => {
    if (ROOTS.includes(module)) return true;
    if (seen.has(module)) return false;
    seen.add(module);
    return graph.getModuleInfo(module)?.importers.some(isReached) ?? false;
  };
  return isReached(id);
}

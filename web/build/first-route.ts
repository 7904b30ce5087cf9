import { resolve } from 'node:path';

/** The module graph as the bundler knows it. */
interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/** What a guest's first screen begins with. */
const ROOTS = ['main.tsx', '../pages/demand-page.tsx'].map((file) =>
  resolve(import.meta.dirname, '../src/app', file),
);

/** Whether the first screen needs a module: one of its roots imports it, itself or through others. */
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

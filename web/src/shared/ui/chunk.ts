/** Timeout of the request that checks whether the server is reachable. */
const PROBE_MS = 5_000;

/** Thrown if a chunk of the app could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  constructor(
    /** True if the network is the cause, not the chunk. */
    readonly isOffline: boolean,
    cause: unknown,
  ) {
    super(`A chunk of the app could not be loaded: ${cause}`);
  }
}

/** Imports a chunk, or throws a `ChunkError`. */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  try {
    return await load();
  } catch (error) {
    throw new ChunkError(!(await serverAnswers()), error);
  }
}

/**
 * Reloads the page if the server is reachable. Otherwise the browser would replace the app with its error
 * page.
 */
export async function loadPageAgain(): Promise<void> {
  if (await serverAnswers()) location.reload();
}

async function serverAnswers(): Promise<boolean> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), PROBE_MS);
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: limit.signal });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

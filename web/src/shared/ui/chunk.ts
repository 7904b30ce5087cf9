/** How long the server may take to say that it is there. */
const PROBE_MS = 5_000;

/** A chunk of the app that could not be loaded. */
export class ChunkError extends Error {
  override readonly name = 'ChunkError';
  constructor(
    /** True when the connection is the cause, not the chunk. */
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

/** Loads the page again once the server answers: without it the browser would replace the app by a page of its own. */
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

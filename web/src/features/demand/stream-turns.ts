/**
 * Streams that the tabs of a browser have together. Over HTTP/1.1, browsers allow six connections to a host for all
 * tabs, and requests need the others.
 */
const STREAMS = 3;

/**
 * Takes one of the streams if one is free, and tells the answer once. It is free again when the returned function is
 * called or the tab ends. Without Web Locks, as on plain HTTP, each tab has one.
 */
export function takeTurn(answer: (isTaken: boolean) => void, locks = navigator.locks): () => void {
  let isOver = false;
  let giveBack = () => {};
  const held = new Promise<void>((over) => {
    giveBack = over;
  });
  const tell = (isTaken: boolean) => {
    if (!isOver) answer(isTaken);
  };
  const ask = (stream: number): void => {
    locks
      .request(`grow-stream-${stream}`, { ifAvailable: true }, (lock) => {
        if (!lock && stream < STREAMS) return ask(stream + 1);
        tell(lock !== null);
        return lock ? held : undefined;
      })
      // Locks are refused to a page whose storage is blocked.
      .catch(() => tell(true));
  };
  if (locks) ask(1);
  else tell(true);
  return () => {
    isOver = true;
    giveBack();
  };
}

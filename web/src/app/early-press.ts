const PRESSABLE = 'a[href],button';

const nameOf = (element: Element) =>
  `${element.tagName} ${element.getAttribute('href') ?? ''} ${element.getAttribute('aria-label') ?? element.textContent}`;

/**
 * Call it while the page still shows what was delivered. Returns a function that presses in the app what was pressed
 * meanwhile, or is being pressed: `build/first-script.js` marks the one with `aria-busy` and notes the other.
 */
export function rememberPresses(): () => void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button[data-waits]')];
  return () => {
    const pressed = buttons.find((button) => button.ariaBusy === 'true');
    if (pressed) press(pressed);
    const { growHeld } = window as { growHeld?: Element | null };
    if (growHeld && !growHeld.isConnected) whenReleased(() => press(growHeld));
  };
}

/** Presses what has the same name, as soon as it is there: a screen may still be on its way. */
function press(delivered: Element): void {
  const find = () => {
    const all = [...document.querySelectorAll<HTMLElement>(PRESSABLE)];
    const wanted = all.find((one) => nameOf(one) === nameOf(delivered));
    if (!wanted) return false;
    stop();
    wanted.focus();
    wanted.click();
    return true;
  };
  const watch = new MutationObserver(find);
  const stop = () => {
    watch.disconnect();
    removeEventListener('pointerdown', stop);
  };
  if (find()) return;
  watch.observe(document.body, { childList: true, subtree: true });
  // A later press replaces this one.
  addEventListener('pointerdown', stop);
}

function whenReleased(then: () => void): void {
  const listening = new AbortController();
  const stop = () => listening.abort();
  addEventListener('pointercancel', stop, { signal: listening.signal });
  addEventListener(
    'pointerup',
    () => {
      stop();
      then();
    },
    { signal: listening.signal },
  );
}

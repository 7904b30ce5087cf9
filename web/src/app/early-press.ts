/** Buttons of the page as it was delivered, which mark a press with `aria-busy`: `build/first-script.js`. */
const waiting = () => [...document.querySelectorAll<HTMLButtonElement>('button[data-waits]')];

const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent;

/**
 * Call it while the page still shows what was delivered. Returns a function that presses in the app what was pressed
 * meanwhile.
 */
export function rememberPresses(): () => void {
  const buttons = waiting();
  return () => {
    const pressed = buttons.find((button) => button.ariaBusy === 'true');
    if (!pressed) return;
    const wanted = [...document.querySelectorAll('button')].find((one) => nameOf(one) === nameOf(pressed));
    wanted?.focus();
    wanted?.click();
  };
}

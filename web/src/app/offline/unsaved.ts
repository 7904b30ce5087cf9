/** Follows whether the screen holds what was typed and not saved, as far as a form that stays open tells. */
export function followUnsaved(): { isThere: () => boolean; stop: () => void } {
  let typedOn: string | undefined;
  const type = ({ target }: Event) => {
    if (target instanceof Element && target.closest('form')) typedOn = location.pathname;
  };
  addEventListener('input', type);
  return {
    isThere: () => typedOn === location.pathname || document.querySelector('dialog[open]') !== null,
    stop: () => removeEventListener('input', type),
  };
}

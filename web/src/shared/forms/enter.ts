/**
 * Enters a value into a control and reports it as typed or chosen. React ignores a value set through its own property
 * setter.
 */
export function enter(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  if (control.type === 'radio') {
    control.click();
    return;
  }
  const kind = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(control, value);
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Stands for the text of a number input that is no number, such as '1e' or '--'. Its value is empty. */
export const NOT_A_NUMBER = 'not a number';

/** Returns the texts of a form by input name. */
export function formFields(form: HTMLFormElement): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') fields[name] = value;
  }
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.validity.badInput) fields[element.name] = NOT_A_NUMBER;
  }
  return fields;
}

/** Returns the custom validity messages of the inputs, by input name. */
export function fieldDoubts(form: HTMLFormElement): Record<string, string> {
  const doubts: Record<string, string> = {};
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.validity.customError)
      doubts[element.name] = element.validationMessage;
  }
  return doubts;
}

/** Returns the input that a refused member of a request concerns; the first of a size in another unit. */
export const inputOf = (form: HTMLFormElement, member: string): string | undefined =>
  [...form.elements]
    .filter((element) => element instanceof HTMLInputElement || element instanceof HTMLSelectElement)
    .filter(({ type, name }) => type !== 'hidden' && name !== '')
    .map(({ name }) => name)
    .sort((a, b) => Number(b === member) - Number(a === member))
    .find((name) => isOfGroup(name, member));

/** Returns true for inputs that tell one thing together: a size, its unit and the size of that unit. */
export const isOfGroup = (name: string, other: string) => groupOf(name) === groupOf(other);

const groupOf = (name: string) => name.replace(/_ha$|\..*$/, '');

export function focusFirst(form: HTMLFormElement, names: ReadonlySet<string>): void {
  for (const element of form.elements) {
    if (
      (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) &&
      names.has(element.name)
    ) {
      element.focus();
      return;
    }
  }
}

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

/** Stands for text that a number input holds but will not give out, such as '1e' or '--'. */
export const NOT_A_NUMBER = 'not a number';

/** The texts of a form by input name. */
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

/** What fields themselves say against their values, by input name. */
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

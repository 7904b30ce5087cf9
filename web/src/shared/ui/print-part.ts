import styles from './print-part.module.css';

/** Prints one part of the screen alone. Prints a copy, which a live update of the screen does not change. */
export function printPart(part: Element): void {
  const copy = document.createElement('div');
  copy.className = styles.copy ?? '';
  copy.append(part.cloneNode(true));
  document.body.append(copy);
  addEventListener('afterprint', () => copy.remove(), { once: true });
  print();
}

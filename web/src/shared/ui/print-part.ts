import styles from './print-part.module.css';

/** Prints one part of the screen alone: a copy of it, which stays as it is while the screen moves on. */
export function printPart(part: Element): void {
  const copy = document.createElement('div');
  copy.className = styles.copy ?? '';
  copy.append(part.cloneNode(true));
  document.body.append(copy);
  addEventListener('afterprint', () => copy.remove(), { once: true });
  print();
}

import styles from './print-part.module.css';

/** Prints one part of the screen alone. */
export function printPart(part: Element): void {
  const way: Element[] = [];
  for (let above = part.parentElement; above; above = above.parentElement) way.push(above);
  const mark = (on: boolean) => {
    part.classList.toggle(styles.part ?? '', on);
    for (const element of way) element.classList.toggle(styles.way ?? '', on);
  };
  mark(true);
  addEventListener('afterprint', () => mark(false), { once: true });
  print();
}

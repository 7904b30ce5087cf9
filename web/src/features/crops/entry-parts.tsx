import type { ReactNode } from 'react';
import styles from './entry.module.css';

export const Points = ({ items }: { items: readonly string[] }) => (
  <ul className={styles.points}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);

/** Renders short names side by side; with their language, if it is not that of the screen. */
export const Chips = ({ items, lang }: { items: readonly string[]; lang?: string }) => (
  <ul className={styles.chips} lang={lang}>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.part}>
    <h3>{title}</h3>
    {children}
  </div>
);

export const FactGrid = ({ children }: { children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
);

export const KeyFigure = ({ label, value, unit }: { label: string; value: string; unit?: string }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>
      <span>{value}</span>
      {unit && <small>{` ${unit}`}</small>}
    </dd>
  </div>
);

export const Note = ({ children }: { children: string }) => <p className={styles.note}>{children}</p>;

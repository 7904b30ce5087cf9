import type { ReactNode } from 'react';
import styles from './entry.module.css';

/** Sentences, one under the other. */
export function Points({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** Short names beside each other. */
export function Chips({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.chips}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** A titled part of a section. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

export function FactGrid({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** A key figure, its unit small beside it. */
export function Fact({ label, value, unit }: { label: string; value: string; unit?: string }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>
        <span>{value}</span>
        {unit && <small> {unit}</small>}
      </dd>
    </div>
  );
}

export const Note = ({ children }: { children: string }) => <p className={styles.note}>{children}</p>;

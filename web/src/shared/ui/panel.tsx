import { type ReactNode, useId } from 'react';
import { classNames } from './class-names';
import styles from './panel.module.css';

interface PanelProps {
  title?: string;
  /** Shown at the right of the title. */
  action?: ReactNode;
  narrow?: boolean;
  /** Holds lines that open. */
  lines?: boolean;
  /** Lies below the first screen, with about this height: its content is laid out when it comes near. */
  below?: 'figures' | 'table';
  children: ReactNode;
}

/** Renders a panel above the background. With a title it is a named region. */
export function Panel({ title, action, narrow = false, lines = false, below, children }: PanelProps) {
  const id = useId();
  return (
    <section
      className={classNames(styles.panel, narrow && styles.narrow, lines && styles.lines)}
      data-below={below}
      aria-labelledby={title ? id : undefined}
    >
      {(title || action) && (
        <div className={styles.head}>
          {title && (
            <h2 id={id} className={styles.title}>
              {title}
            </h2>
          )}
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

export const StatCards = ({ children }: { children: ReactNode }) => (
  <dl className={styles.stats}>{children}</dl>
);

interface StatCardProps {
  label: string;
  value: string;
  unit?: string;
  /** The same figure in words, rounded. It is no part of the figure's text, which is copied as it is. */
  about?: string;
  tone?: 'demand' | 'met' | 'need' | 'surplus';
}

export const StatCard = ({ label, value, unit, about, tone }: StatCardProps) => (
  <div className={styles.stat} data-tone={tone}>
    <dt>{label}</dt>
    <dd data-about={about || undefined}>
      <span>{value}</span>
      {unit && <span className={styles.unit}>{unit}</span>}
    </dd>
  </div>
);

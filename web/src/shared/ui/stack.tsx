import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './stack.module.css';

/** Stacks content vertically. */
export const Stack = ({ children, loose = false }: { children: ReactNode; loose?: boolean }) => (
  <div className={classNames(styles.stack, loose && styles.loose)}>{children}</div>
);

/** Renders buttons side by side. They wrap on phones; long ones take one row each there. */
export const Actions = ({ children, areLong = false }: { children: ReactNode; areLong?: boolean }) => (
  <div className={classNames(styles.actions, areLong && styles.long)}>{children}</div>
);

/** Renders a stack with a small heading. */
export const TitledStack = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.stack}>
    <h3 className={styles.title}>{title}</h3>
    {children}
  </div>
);

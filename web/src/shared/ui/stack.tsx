import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './stack.module.css';

/** Things under each other. */
export const Stack = ({ children, loose = false }: { children: ReactNode; loose?: boolean }) => (
  <div className={classNames(styles.stack, loose && styles.loose)}>{children}</div>
);

/** Buttons beside each other, wrapping on phones; those of many words stand one to a row there. */
export const Actions = ({ children, areLong = false }: { children: ReactNode; areLong?: boolean }) => (
  <div className={classNames(styles.actions, areLong && styles.long)}>{children}</div>
);

/** Things under a small heading. */
export const TitledStack = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.stack}>
    <h3 className={styles.title}>{title}</h3>
    {children}
  </div>
);

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

interface TitledStackProps {
  title: string;
  /** The level of the heading: 2 where no panel has a title above it. */
  level?: 2 | 3;
  children: ReactNode;
}

export function TitledStack({ title, level = 3, children }: TitledStackProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.stack}>
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  );
}

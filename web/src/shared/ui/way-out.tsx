import type { ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names';

/** A way out of the app that looks like a button and stays a link. */
export const WayOut = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className={classNames(styles.button, styles.primary, styles.wide)}>
    {children}
  </a>
);

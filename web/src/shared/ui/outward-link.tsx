import type { ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names';

interface OutwardLinkProps {
  href: string;
  look?: 'primary' | 'secondary';
  wide?: boolean;
  /** The browser keeps what is there as a file. */
  download?: boolean;
  children: ReactNode;
}

/** A way out of the app, to a file or to another app, that looks like a button and stays a link. */
export const OutwardLink = ({ href, look = 'primary', wide, download, children }: OutwardLinkProps) => (
  <a
    href={href}
    download={download}
    className={classNames(styles.button, styles[look], wide && styles.wide, 'screen-only')}
  >
    {children}
  </a>
);

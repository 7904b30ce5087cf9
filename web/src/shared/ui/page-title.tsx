import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names';
import styles from './page-title.module.css';

let screensShown = 0;

/** Returns the document title for a screen with this heading. */
export const documentTitle = (heading?: string) => (heading ? `${heading} · Grow` : 'Grow');

/** Focuses the heading, when the focused element was removed. */
export const focusTitle = () => document.querySelector('h1')?.focus({ preventScroll: true });

interface PageTitleProps {
  children: string;
  /** A second heading, for a screen whose first one is a greeting. */
  subtitle?: string;
  /** Purpose of the screen, below the title. */
  lead?: ReactNode;
  /** Content before the title, such as a picture. */
  picture?: ReactNode;
  /** As narrow as the form below it. */
  narrow?: boolean;
}

/**
 * Sets the document title. Takes the focus after each navigation, so that the new heading is read out. The
 * first screen keeps the browser's focus.
 */
export function PageTitle({ children, subtitle, lead, picture, narrow = false }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = documentTitle(children);
  }, [children]);

  useEffect(() => {
    screensShown += 1;
    if (screensShown > 1) heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <div className={classNames(styles.band, narrow && styles.narrow)}>
      {picture}
      <div className={styles.text}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {children}
        </h1>
        {subtitle && <h2 className={styles.subtitle}>{subtitle}</h2>}
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
    </div>
  );
}

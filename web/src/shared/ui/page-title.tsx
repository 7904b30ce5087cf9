import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names';
import styles from './page-title.module.css';

let screensShown = 0;

/** The name of the document while a screen with this heading is shown. */
export const documentTitle = (heading?: string) => (heading ? `${heading} · Grow` : 'Grow');

/** Where the focus goes when what had it is gone for good. */
export const focusTitle = () => document.querySelector('h1')?.focus({ preventScroll: true });

interface PageTitleProps {
  children: string;
  /** A second heading, where the first one greets. */
  subtitle?: string;
  /** Under the title, what the screen is for. */
  lead?: ReactNode;
  /** Before the title, such as a picture. */
  picture?: ReactNode;
  /** As narrow as the form below it. */
  narrow?: boolean;
}

/**
 * Names the document, and takes the focus after every change of screen so that the new title is read out. The first
 * screen keeps the browser's own focus.
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

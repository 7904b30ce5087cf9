import { type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names';
import styles from './disclosure.module.css';
import { ChevronIcon } from './screen-icons';

interface DisclosureProps {
  /** Text of the button. It does not change; `aria-expanded` reports the state. */
  label: string;
  /** What the content is about, for screen readers, where several buttons have the same label. */
  about?: string;
  /** Called when it opens. */
  children: () => ReactNode;
}

/** Renders a button that shows and hides content below it. */
export function Disclosure({ label, about, children }: DisclosureProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className={classNames(styles.button, !open && 'screen-only')}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((current) => !current)}
      >
        <span>{label}</span>
        {about && <span className="visually-hidden">{` ${about}`}</span>}
        <ChevronIcon />
      </button>
      <div id={id} className={styles.content} hidden={!open}>
        {open && children()}
      </div>
    </>
  );
}

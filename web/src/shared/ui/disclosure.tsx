import { type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names';
import styles from './disclosure.module.css';
import { ChevronIcon } from './screen-icons';

interface DisclosureProps {
  /** The words of the button; they stay the same, and the state is told apart from them. */
  label: string;
  /** Made when it is opened. */
  children: () => ReactNode;
}

/** A button that opens and closes what stands below it. */
export function Disclosure({ label, children }: DisclosureProps) {
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
        {label}
        <ChevronIcon />
      </button>
      <div id={id} className={styles.content} hidden={!open}>
        {open && children()}
      </div>
    </>
  );
}

import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names';
import styles from './combobox.module.css';
import { nextActive } from './combobox-keys';
import { Field, type FieldProps } from './field';

export interface ComboboxOption {
  id: string;
  label: string;
  /** What else it is called. */
  note?: string | undefined;
}

interface ComboboxProps
  extends FieldProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'onChange' | 'onKeyDown'> {
  value: string;
  onType: (text: string) => void;
  options: readonly ComboboxOption[];
  onChoose: (id: string) => void;
  /** What the list is of; it must not be the label again. */
  listLabel: string;
  /** Read out when the options change. */
  announcement: string;
}

/**
 * A text field that suggests, after the ARIA pattern of an editable combobox with a list: the focus stays in the text, the
 * arrows, Home and End walk through the list, Enter takes an option, Escape closes. Without options it is a text field.
 *
 * The list takes its own place, since over a short form it would lie on the button that saves; and a press outside closes it
 * only once it is over, or the button would move away under the finger. For the same reason options that come during a press
 * outside open no list.
 */
export function Combobox({
  label,
  hint,
  unit,
  error,
  invalid,
  describedBy,
  value,
  onType,
  options,
  onChoose,
  listLabel,
  announcement,
  ...input
}: ComboboxProps) {
  const listId = useId();
  const [wanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const open = wanted && options.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other options, other numbers.
  useEffect(() => setActive(-1), [options]);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  useEffect(() => {
    if (!wanted) return;
    const closeOutside = (event: MouseEvent) => {
      if (!root.current?.contains(event.target as Node)) setWanted(false);
    };
    const press = open ? 'click' : 'pointerdown';
    document.addEventListener(press, closeOutside);
    return () => document.removeEventListener(press, closeOutside);
  }, [wanted, open]);

  const close = () => {
    setWanted(false);
    setActive(-1);
  };
  const choose = (option: ComboboxOption | undefined) => {
    close();
    if (option) onChoose(option.id);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, the keys belong to the keyboard's own list.
    if (event.nativeEvent.isComposing) return;
    const next = nextActive(event.key, active, options.length);
    if (next !== undefined) {
      setWanted(true);
      setActive(next);
    } else if (open && event.key === 'Escape') {
      close();
    } else if (open && event.key === 'Enter' && active >= 0) {
      choose(options[active]);
    } else {
      // Enter sends the form, and Tab goes on.
      if (event.key === 'Enter' || event.key === 'Tab') close();
      return;
    }
    event.preventDefault();
  };

  return (
    <Field
      {...{ label, hint, unit, error, invalid, describedBy }}
      control={(wiring) => (
        <div ref={root} className={styles.combobox}>
          <input
            type="text"
            {...input}
            {...wiring}
            className={classNames(wiring.className, styles.input)}
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={listId}
            aria-activedescendant={open && active >= 0 ? optionId(active) : undefined}
            value={value}
            onChange={(event) => {
              setWanted(true);
              onType(event.target.value);
            }}
            onKeyDown={onKeyDown}
          />
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label={listLabel}
            hidden={!open}
            className={styles.list}
            // A press would take the focus away from the text, and a phone's keyboard with it.
            onMouseDown={(event) => event.preventDefault()}
          >
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, which has the focus.
              <div
                key={option.id}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.option}
                onClick={() => choose(option)}
              >
                {option.label}
                {option.note && <span className={styles.note}>{option.note}</span>}
              </div>
            ))}
          </div>
          <div aria-live="polite" className="visually-hidden">
            {open && announcement}
          </div>
        </div>
      )}
    />
  );
}

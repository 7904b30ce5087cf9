import { type InputHTMLAttributes, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names';
import styles from './combobox.module.css';
import { Field, type FieldProps } from './field';

interface ComboboxOption {
  id: string;
  label: string;
  /** Another name of the option. */
  note?: string | undefined;
}

interface ComboboxProps
  extends FieldProps,
    Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'onChange' | 'onKeyDown'> {
  value: string;
  onType: (text: string) => void;
  options: readonly ComboboxOption[];
  onChoose: (id: string) => void;
  /** Accessible name of the list. It must differ from the label. */
  listLabel: string;
  /** Announced when the options change. */
  announcement: string;
}

/**
 * A text field with suggestions, following the ARIA pattern of an editable combobox with a listbox. The focus
 * stays in the text field. Arrow keys, Home and End move through the list, Enter selects, Escape closes.
 * Without options it is a plain text field.
 *
 * The list pushes the content below it down: as an overlay it would cover the save button of a short form. A
 * click outside closes it only when it ends, because the button would otherwise move away under the finger.
 * For the same reason, options that arrive during such a click do not open the list.
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
  /** A composition has ended, and no key was pressed since. */
  const hasComposed = useRef(false);
  const open = wanted && options.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: new options have new indices.
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

  const onAnyKeyDown = (event: KeyboardEvent) => {
    const isInputMethods = isOfInputMethod(event.nativeEvent, hasComposed.current, active);
    hasComposed.current = false;
    if (!isInputMethods) return onKeyDown(event);
    // The composition that it ends is over already in Safari. It must not submit the form as well.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextActive(event.key, active, options.length);
    if (next !== undefined) {
      setWanted(true);
      setActive(next);
    } else if (open && event.key === 'Escape') {
      close();
    } else if (open && event.key === 'Enter' && active >= 0) {
      choose(options[active]);
    } else {
      // Enter submits the form, and Tab moves the focus.
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
              setActive(-1);
              onType(event.target.value);
            }}
            onKeyDown={onAnyKeyDown}
            onCompositionEnd={() => {
              hasComposed.current = true;
            }}
          />
          <div
            ref={list}
            id={listId}
            role="listbox"
            aria-label={listLabel}
            hidden={!open}
            className={styles.list}
            // A click would move the focus from the text field and close the phone's keyboard.
            onMouseDown={(event) => event.preventDefault()}
          >
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the focused text field handles the keys.
              <div
                key={option.id}
                id={optionId(index)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.option}
                onClick={() => choose(option)}
              >
                <span>{option.label}</span>
                {option.note && <span className="soft">{option.note}</span>}
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

/**
 * Returns the next active option for a key; -1 stands for the text field, which the arrow keys include in the
 * cycle. Home and End move the caret while no option is active. Returns undefined for other keys.
 */
export function nextActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return active + 1 < count ? active + 1 : -1;
    case 'ArrowUp':
      return active === -1 ? count - 1 : active - 1;
    case 'Home':
      return active >= 0 ? 0 : undefined;
    case 'End':
      return active >= 0 ? count - 1 : undefined;
    default:
      return undefined;
  }
}

/** What browsers tell of a key that an input method handles. Keyboards of Android tell it of other keys, too. */
const HANDLED = 229;

/**
 * Returns true if a key belongs to an input method: during a composition, and the Enter that ends one, which Safari
 * tells after its end. Once an option is active, no text is composed: then it was chosen with the arrow keys.
 */
export const isOfInputMethod = (
  { keyCode, isComposing }: Pick<globalThis.KeyboardEvent, 'keyCode' | 'isComposing'>,
  hasComposed: boolean,
  active: number,
) => keyCode === HANDLED && active < 0 && (isComposing || hasComposed);

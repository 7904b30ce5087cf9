import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react';
import { classNames } from './class-names';
import styles from './field.module.css';

export interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** Shown beside the input, as in '1.25 hectares'. */
  unit?: string | undefined;
  error?: string | undefined;
  /** Marks the field as wrong when the sentence about it stands elsewhere in the form. */
  invalid?: boolean | undefined;
  /** Id of that sentence. */
  describedBy?: string | undefined;
}

interface Wiring {
  id: string;
  className: string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** A label, its hint, a control and the sentence that says what is wrong with it. */
export function Field({
  label,
  hint,
  unit,
  error,
  invalid,
  describedBy,
  control,
}: FieldProps & { control: (wiring: Wiring) => ReactNode }) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const unitId = unit ? `${id}-unit` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <span id={hintId} className={styles.hint}>
          {hint}
        </span>
      )}
      <div className={styles.row}>
        {control({
          id,
          className: styles.input,
          'aria-invalid': error || invalid ? true : undefined,
          'aria-describedby': classNames(unitId, hintId, errorId, describedBy) || undefined,
        })}
        {unit && (
          <span id={unitId} className={styles.unit}>
            {unit}
          </span>
        )}
      </div>
      {error && (
        <span id={errorId} className={styles.error}>
          {error}
        </span>
      )}
    </div>
  );
}

type InputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & { ref?: Ref<HTMLInputElement> };

export function TextField({ label, hint, unit, error, invalid, describedBy, ...input }: InputProps) {
  return (
    <Field
      {...{ label, hint, unit, error, invalid, describedBy }}
      control={(wiring) => <input type="text" {...input} {...wiring} />}
    />
  );
}

/** A native number input: the phone's number pad, and the browser itself refuses letters. */
export function NumberField(props: Omit<InputProps, 'ref'>) {
  return <TextField {...props} type="number" inputMode="decimal" autoComplete="off" ref={keepAsTyped} />;
}

/**
 * Chrome drops a comma that is typed or pasted into a number, and '1,25' would be 125. And whoever scrolls on with the wheel over a
 * number that was just typed would change it.
 */
function keepAsTyped(input: HTMLInputElement) {
  const insteadOfComma = (event: InputEvent) => {
    if (!event.data?.includes(',')) return;
    event.preventDefault();
    // A number input has no selection to write to, and nothing else keeps the browser's undo.
    document.execCommand('insertText', false, event.data.replaceAll(',', '.'));
  };
  const scrollInstead = () => input.blur();
  input.addEventListener('beforeinput', insteadOfComma);
  input.addEventListener('wheel', scrollInstead, { passive: true });
  return () => {
    input.removeEventListener('beforeinput', insteadOfComma);
    input.removeEventListener('wheel', scrollInstead);
  };
}

type SelectProps = FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'>;

export function SelectField({ label, hint, unit, error, invalid, describedBy, ...select }: SelectProps) {
  return (
    <Field
      {...{ label, hint, unit, error, invalid, describedBy }}
      control={(wiring) => <select {...select} {...wiring} />}
    />
  );
}

import { type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, useId } from 'react';
import { classNames } from './class-names';
import styles from './field.module.css';

export interface FieldProps {
  label: string;
  hint?: string | undefined;
  /** Shown beside the input, as in '1.25 hectares'. */
  unit?: string | undefined;
  error?: string | undefined;
  /** Marks the field as invalid if its message is elsewhere in the form. */
  invalid?: boolean | undefined;
  /** Id of that message. */
  describedBy?: string | undefined;
}

interface Wiring {
  id: string;
  className: string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

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
        <span id={hintId} className="soft">
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

export type InputProps = FieldProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & { ref?: Ref<HTMLInputElement> };

export const TextField = ({ label, hint, unit, error, invalid, describedBy, ...input }: InputProps) => (
  <Field
    {...{ label, hint, unit, error, invalid, describedBy }}
    control={(wiring) => <input type="text" {...input} {...wiring} />}
  />
);

type SelectProps = FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'>;

export const SelectField = ({ label, hint, unit, error, invalid, describedBy, ...select }: SelectProps) => (
  <Field
    {...{ label, hint, unit, error, invalid, describedBy }}
    control={(wiring) => <select {...select} {...wiring} />}
  />
);

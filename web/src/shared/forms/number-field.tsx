import { t } from '@lingui/core/macro';
import { useCallback, useId, useRef, useState } from 'react';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import { type InputProps, TextField } from '../ui/field';
import { Question } from '../ui/question';
import { followTyping } from './follow-typing';
import { latinDigits } from './latin-digits';
import styles from './number-field.module.css';
import { isGarbled, readings } from './typed-number';

interface NumberFieldProps extends Omit<InputProps, 'ref'> {
  unit: string;
  /** A figure with the unit, as the farmer says it: '1 hectare'. */
  amount?: (figure: string) => string;
}

/**
 * A native number input: the phone's number pad, and the browser itself refuses letters. '1,000' can mean two numbers, so the
 * field asks for one of them; until it is chosen, the field is invalid.
 */
export function NumberField({
  unit,
  amount = (figure) => `${figure} ${unit}`,
  describedBy,
  ...field
}: NumberFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState('');
  const open = readings(written);
  const asked = latinDigits(written);

  const follow = useCallback((element: HTMLInputElement) => {
    input.current = element;
    const stop = followTyping(element, (text) => {
      setWritten(text);
      element.setCustomValidity(doubt(text));
    });
    return () => {
      stop();
      input.current = null;
    };
  }, []);

  const choose = (figure: string) => {
    if (!input.current) return;
    enter(input.current, figure);
    input.current.focus();
  };

  return (
    <div>
      <TextField
        {...field}
        unit={unit}
        type="number"
        inputMode="decimal"
        autoComplete="off"
        ref={follow}
        describedBy={classNames(open && id, describedBy) || undefined}
      />
      <div aria-live="polite" className={styles.question}>
        {open && (
          <Question id={id} question={t`You wrote ${asked}. Which do you mean?`}>
            {open.map((figure) => (
              <Button key={figure} look="secondary" onClick={() => choose(figure)}>
                {amount(figure)}
              </Button>
            ))}
          </Question>
        )}
      </div>
    </div>
  );
}

/** Why what is written cannot be saved as a number, or nothing. */
function doubt(written: string): string {
  if (readings(written)) return t`Choose the number that you mean.`;
  return isGarbled(written) ? t`Write the number without commas.` : '';
}

/** Puts a value in, and tells the form as if it had been typed; React overlooks a value that is set on the element itself. */
function enter(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

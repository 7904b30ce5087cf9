import { t } from '@lingui/core/macro';
import { type SyntheticEvent, useCallback, useId, useRef, useState } from 'react';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import { type InputProps, TextField } from '../ui/field';
import styles from '../ui/field.module.css';
import { Question } from '../ui/question';
import { enter } from './enter';
import { followTyping } from './follow-typing';
import { latinDigits } from './latin-digits';
import { isGarbled, isPartial, readings } from './typed-number';

interface NumberFieldProps extends Omit<InputProps, 'ref'> {
  unit?: string;
  /** Names the unit for who hears the field, if it is shown elsewhere. */
  described?: string;
  /** Formats a figure with the unit: '1 hectare'. */
  amount?: (figure: string) => string;
}

/**
 * A native number input, for the phone's number pad. '1,000' is ambiguous, so the field asks which number is
 * meant and is invalid until the farmer chooses.
 */
export function NumberField({
  unit,
  described,
  amount = (figure) => `${figure} ${unit ?? ''}`.trim(),
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
        onFocus={selectZero}
        // The press that gave the focus places the caret after it.
        onClick={selectZero}
        describedBy={classNames(open && id, described && `${id}-unit`, describedBy) || undefined}
      />
      {described && (
        <span id={`${id}-unit`} className="visually-hidden">
          {described}
        </span>
      )}
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

/** Selects a 0, so that what is typed replaces it: 14 typed before it would be 140. */
function selectZero({ currentTarget: input }: SyntheticEvent<HTMLInputElement>): void {
  if (input.valueAsNumber === 0) input.select();
}

/** Returns why a text is not valid as a number, or an empty text. */
function doubt(written: string): string {
  if (readings(written)) return t`Choose the number that you mean.`;
  if (isPartial(written)) return t`You wrote ${written}. Write the number with digits only, such as 1.5.`;
  return isGarbled(written) ? t`Write the number without commas.` : '';
}

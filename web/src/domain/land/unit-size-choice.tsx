import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { LandUnit } from '@/shared/api/land-size';
import { NumberField } from '@/shared/forms/number-field';
import { ErrorMessage } from '@/shared/ui/message';
import { Question } from '@/shared/ui/question';
import { type inputNames, OWN_SIZE, type SizeBase } from './land-size';
import styles from './land-size-field.module.css';
import { unitInWords, unitName, unitsToTheAcre } from './units';

interface UnitSizeChoiceProps {
  unit: LandUnit;
  /** Sizes in the farmer's state, square metres. */
  choices: readonly number[];
  names: ReturnType<typeof inputNames<SizeBase>>;
  errors: Readonly<Record<string, string>>;
  onSize: (squareMetres: number) => void;
}

/** Asks how large a unit is where the farmer lives. */
export function UnitSizeChoice({ unit, choices, names, errors, onSize }: UnitSizeChoiceProps) {
  const [chosen, setChosen] = useState('');
  const name = unitName(unit);
  const choose = (value: string, squareMetres: number) => {
    setChosen(value);
    onSize(squareMetres);
  };
  const radio = (value: string) => ({
    type: 'radio',
    name: names.unitSize,
    value,
    checked: chosen === value,
  });
  return (
    <Question
      question={t`How large is one ${name} where you live? Its size differs from place to place, so choose it once.`}
    >
      {choices.map((squareMetres) => (
        <label key={squareMetres} className={styles.choice}>
          <input
            {...radio(String(squareMetres))}
            onChange={() => choose(String(squareMetres), squareMetres)}
          />
          <span>
            <span>{unitInWords(unit, squareMetres)}</span>
            <span className={styles.soft}>{unitsToTheAcre(unit, squareMetres)}</span>
          </span>
        </label>
      ))}
      <label className={styles.choice}>
        <input {...radio(OWN_SIZE)} onChange={() => choose(OWN_SIZE, Number.NaN)} />
        <span>{t`Another size`}</span>
      </label>
      {chosen === OWN_SIZE && (
        <NumberField
          label={t`Square metres in one ${name}`}
          name={names.ownSize}
          unit={t`square metres`}
          min={0}
          step={0.01}
          onInput={(event) => onSize(event.currentTarget.valueAsNumber)}
          error={errors[names.ownSize]}
        />
      )}
      {names.unitSize in errors && <ErrorMessage>{errors[names.unitSize]}</ErrorMessage>}
    </Question>
  );
}

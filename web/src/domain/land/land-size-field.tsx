import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { LandUnit } from '@/shared/api/land-size';
import { NumberField } from '@/shared/forms/number-field';
import { Button } from '@/shared/ui/button';
import { SelectField } from '@/shared/ui/field';
import { ErrorMessage } from '@/shared/ui/message';
import { inputNames, type SizeBase } from './land-size';
import styles from './land-size-field.module.css';
import { ownValue, type SavedSize } from './saved-size';
import { UnitSizeChoice } from './unit-size-choice';
import { amountOf, enteredAmount, hectaresInWords, unitInWords, unitName } from './units';
import { type LandSizeState, useLandSize } from './use-land-size';

export interface LandSizeFieldProps {
  base: SizeBase;
  label: string;
  hint: string;
  saved?: SavedSize | undefined;
  /** Called with the size in hectares, NaN while it is no number, and its unit. */
  onSize?: ((hectares: number, unit: LandUnit) => void) | undefined;
  /** Messages by input name, unless one message for all is at `describedBy`. */
  errors: Readonly<Record<string, string>>;
  describedBy?: string | undefined;
}

/**
 * Renders two boxes for a size of land: in the unit of the farmer, and in hectares. Whichever is typed in is saved, and
 * fills the other, so that neither is mistaken for the other.
 */
export function LandSizeField(props: LandSizeFieldProps) {
  const { base, label, hint, saved, onSize } = props;
  const size = useLandSize(base, saved, onSize);
  return (
    <div className={styles.size} ref={size.boxes}>
      <OwnBox {...props} size={size} />
      <HectaresBox {...props} label={label} hint={hint} size={size} />
      <p className={styles.soft}>{t`Fill one of the two: the other follows.`}</p>
    </div>
  );
}

/**
 * Renders one box for a size of land, in the unit of the farmer. The hectares follow below it as a text: a tap on it
 * turns the box to hectares, and another one turns it back.
 */
export function OwnLandSizeField(props: LandSizeFieldProps) {
  const { base, label, hint, saved, onSize, errors } = props;
  const size = useLandSize(base, saved, onSize, 'own');
  const { unit, unitM2, hectares } = size;
  const [isTurned, setTurned] = useState(!!saved?.hectares && !saved.entered);
  const inHectares = isTurned || inputNames(base).hectares in errors;
  const turn = () => {
    flushSync(() => setTurned(!inHectares));
    size.boxes.current
      ?.querySelector<HTMLElement>(':scope > :not([hidden]) input:not([type=hidden])')
      ?.focus();
  };
  const other = inHectares ? unitName(unit) : unitName('hectare');
  const same = inHectares ? ownInWords(hectares, unit, unitM2) : hectares > 0 && hectaresInWords(hectares);
  return (
    <fieldset className={styles.one}>
      <legend className={styles.legend}>
        <span>{label}</span>
        <span className={styles.soft}>{hint}</span>
      </legend>
      <div className={styles.size} ref={size.boxes}>
        <div className={styles.size} hidden={inHectares}>
          <OwnBox {...props} size={size} />
        </div>
        <div hidden={!inHectares}>
          <HectaresBox {...props} label={t`In hectares`} hint={undefined} size={size} />
        </div>
        <button type="button" className={styles.turn} onClick={turn}>
          {same && <span>{same}</span>}
          <span className={styles.turnTo}>{t`Type in ${other}`}</span>
        </button>
      </div>
    </fieldset>
  );
}

type BoxProps = LandSizeFieldProps & { size: LandSizeState };

/** The box for the unit of the farmer, with that unit. */
function OwnBox({ base, errors, describedBy, size }: BoxProps) {
  const { units, unit, offer } = size;
  const names = inputNames(base);
  return (
    <>
      <input type="hidden" name={names.unit} value={size.savedIn} />
      <div className={styles.row}>
        <SizeInputs {...{ base, errors, describedBy }} {...size} />
        <div>
          <SelectField
            label={t`Unit of land`}
            value={unit}
            onChange={(event) => size.changeUnit(event.target.value as LandUnit)}
            error={describedBy ? undefined : errors[names.unit]}
          >
            {units.offered
              .filter((offered) => offered.unit !== 'hectare')
              .map((offered) => (
                <option key={offered.unit} value={offered.unit}>
                  {unitName(offered.unit)}
                </option>
              ))}
            {!offer && <option value={unit}>{unitName(unit)}</option>}
          </SelectField>
        </div>
      </div>
      <SizeOfUnit size={size} names={names} errors={describedBy ? {} : errors} />
    </>
  );
}

function HectaresBox({
  base,
  label,
  hint,
  errors,
  describedBy,
  size,
}: Omit<BoxProps, 'hint'> & { hint: string | undefined }) {
  const { hectares: name } = inputNames(base);
  return (
    <NumberField
      label={label}
      hint={hint}
      name={name}
      unit={unitName('hectare')}
      amount={(figure) => amountOf(figure, 'hectare')}
      min={0}
      step={0.01}
      onInput={size.typedHectares}
      defaultValue={size.beginHectares}
      error={describedBy ? undefined : errors[name]}
      invalid={name in errors}
      describedBy={describedBy}
    />
  );
}

/** Hectares as the farmer's own unit tells them; false where they are not known. */
function ownInWords(hectares: number, unit: LandUnit, unitM2: number): string | false {
  const value = ownValue(hectares, unitM2);
  return value > 0 && enteredAmount({ value, unit });
}

interface SizeOfUnitProps {
  size: LandSizeState;
  names: ReturnType<typeof inputNames<SizeBase>>;
  errors: Readonly<Record<string, string>>;
}

/** Asks for the size of a unit that differs between places, once; then it only says it. */
function SizeOfUnit({ size, names, errors }: SizeOfUnitProps) {
  const { unit, offer, unitM2, isFixed, isOpen, resize, open } = size;
  if (offer?.believed && isOpen)
    return <UnitSizeChoice {...{ unit, names, errors }} choices={offer.choices} onSize={resize} />;
  const [name, value] = [isFixed ? names.fixedSize : names.unitSize, Number.isNaN(unitM2) ? '' : unitM2];
  return (
    <>
      <input type="hidden" name={name} value={value} />
      {offer?.believed && unitM2 > 0 && (
        <p className={styles.known}>
          <span>{unitInWords(unit, unitM2)}</span>
          <Button look="quiet" onClick={open} aria-label={t`Change the size of the unit`}>
            {t`Change`}
          </Button>
        </p>
      )}
      {/* Only the server can refuse what nobody can enter here. */}
      {names.unitSize in errors && <ErrorMessage>{errors[names.unitSize]}</ErrorMessage>}
    </>
  );
}

type SizeInputsProps = Pick<LandSizeFieldProps, 'base' | 'errors' | 'describedBy'> &
  Pick<LandSizeState, 'unit' | 'begin' | 'typed'>;

function SizeInputs({ base, errors, describedBy, unit, begin, typed }: SizeInputsProps) {
  const names = inputNames(base);
  const common = (name: string) => ({
    name,
    min: 0,
    step: 0.01,
    error: describedBy ? undefined : errors[name],
    invalid: name in errors,
    describedBy,
  });
  if (unit === 'acre_and_cents') {
    return (
      <>
        <NumberField
          {...common(names.value)}
          label={t`Acres`}
          amount={(figure) => amountOf(figure, 'acre')}
          onInput={typed('value')}
          defaultValue={begin.value}
        />
        <NumberField
          {...common(names.cents)}
          label={t`Cents`}
          amount={(figure) => amountOf(figure, 'cent')}
          step={1}
          max={99}
          onInput={typed('cents')}
          defaultValue={begin.cents}
        />
      </>
    );
  }
  return (
    <NumberField
      key={unit}
      {...common(names.value)}
      label={t`In your unit`}
      described={unitName(unit)}
      amount={(figure) => amountOf(figure, unit)}
      onInput={typed('value')}
      defaultValue={begin.value}
    />
  );
}

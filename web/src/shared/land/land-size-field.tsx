import { t } from '@lingui/core/macro';
import { useId } from 'react';
import type { LandUnit } from '../api/land-size';
import { Button } from '../ui/button';
import { SelectField } from '../ui/field';
import { ErrorMessage } from '../ui/message';
import { inputNames, type SizeBase } from './land-size';
import styles from './land-size-field.module.css';
import type { SavedSize } from './saved-size';
import { SizeInputs } from './size-inputs';
import { UnitSizeChoice } from './unit-size-choice';
import { hectaresInWords, unitInWords, unitName } from './units';
import { type LandSizeState, useLandSize } from './use-land-size';

export interface LandSizeFieldProps {
  /** Names the inputs. */
  base: SizeBase;
  label: string;
  hint: string;
  saved?: SavedSize;
  /** Called with the size in hectares, NaN while it is no number, and its unit. */
  onSize?: ((hectares: number, unit: LandUnit) => void) | undefined;
  /** Messages by input name, unless one message for all is at `describedBy`. */
  errors: Readonly<Record<string, string>>;
  describedBy?: string | undefined;
}

/** Renders the field for a size of land, in the unit of the farmer. */
export function LandSizeField({ base, label, hint, saved, onSize, errors, describedBy }: LandSizeFieldProps) {
  const size = useLandSize(saved, onSize);
  const { units, unit, offer, hectares } = size;
  const names = inputNames(base);
  const id = useId();
  // The element stays the same when the unit changes, so that the choice keeps the focus.
  const isPair = unit === 'acre_and_cents';
  // The hint of a field size is about decimals, which acres and cents do not have.
  const hintId = isPair && base === 'field_size' ? undefined : `${id}-hint`;
  return (
    <div
      className={styles.size}
      {...(isPair && { role: 'group', 'aria-labelledby': id, 'aria-describedby': hintId })}
    >
      {isPair && (
        <p id={id} className={styles.legend}>
          {label}
        </p>
      )}
      <div className={styles.row}>
        <SizeInputs {...{ base, label, hintId, errors, describedBy }} {...size} />
        <div>
          <SelectField
            label={t`Unit of land`}
            name={names.unit}
            value={unit}
            onChange={(event) => size.changeUnit(event.target.value as LandUnit)}
            error={describedBy ? undefined : errors[names.unit]}
          >
            {units.offered.map((offered) => (
              <option key={offered.unit} value={offered.unit}>
                {unitName(offered.unit)}
              </option>
            ))}
            {!offer && <option value={unit}>{unitName(unit)}</option>}
          </SelectField>
        </div>
      </div>
      {hintId && (
        <p id={hintId} className={styles.soft}>
          {hint}
        </p>
      )}
      <SizeOfUnit size={size} names={names} errors={describedBy ? {} : errors} />
      {unit !== 'hectare' && (
        <p className={styles.soft} aria-live="polite">
          {hectares > 0 ? `= ${hectaresInWords(hectares)}` : '\u00a0'}
        </p>
      )}
    </div>
  );
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
      {offer?.believed && (
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

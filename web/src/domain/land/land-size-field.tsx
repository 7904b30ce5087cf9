import { t } from '@lingui/core/macro';
import type { LandUnit } from '@/shared/api/land-size';
import { NumberField } from '@/shared/forms/number-field';
import { Button } from '@/shared/ui/button';
import { SelectField } from '@/shared/ui/field';
import { ErrorMessage } from '@/shared/ui/message';
import { inputNames, type SizeBase } from './land-size';
import styles from './land-size-field.module.css';
import type { SavedSize } from './saved-size';
import { SizeInputs } from './size-inputs';
import { UnitSizeChoice } from './unit-size-choice';
import { amountOf, unitInWords, unitName } from './units';
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

/**
 * Renders two boxes for a size of land: in the unit of the farmer, and in hectares. Whichever is typed in is saved, and
 * fills the other, so that neither is mistaken for the other.
 */
export function LandSizeField({ base, label, hint, saved, onSize, errors, describedBy }: LandSizeFieldProps) {
  const size = useLandSize(base, saved, onSize);
  const { units, unit, offer } = size;
  const names = inputNames(base);
  return (
    <div className={styles.size} ref={size.boxes}>
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
      <NumberField
        label={label}
        hint={hint}
        name={names.hectares}
        unit={unitName('hectare')}
        amount={(figure) => amountOf(figure, 'hectare')}
        min={0}
        step={0.01}
        onInput={size.typedHectares}
        defaultValue={size.beginHectares}
        error={describedBy ? undefined : errors[names.hectares]}
        invalid={names.hectares in errors}
        describedBy={describedBy}
      />
      <p className={styles.soft}>{t`Fill one of the two: the other follows.`}</p>
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

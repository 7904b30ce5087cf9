import { plural, t } from '@lingui/core/macro';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { EnteredSize, LandUnit } from '../api/land-size';
import { plain } from '../format/numbers';
import { NumberField } from '../forms/number-field';
import { Button } from '../ui/button';
import { SelectField } from '../ui/field';
import { acresOf, inputNames, type SizeBase } from './land-size';
import styles from './land-size-field.module.css';
import { UnitSizeChoice } from './unit-size-choice';
import { amountOf, hectaresInWords, unitInWords, unitName } from './units';
import { offerOf, useLandUnits } from './use-land-units';

export interface LandSizeFieldProps {
  /** Names the inputs. */
  base: SizeBase;
  label: string;
  hint: string;
  /** Saved size. */
  saved?: { hectares: number | null; entered: EnteredSize | null };
  /** Called with the size in hectares; NaN while it is no number. */
  onSize?: ((hectares: number) => void) | undefined;
  /** Messages by input name. A message elsewhere in the form is `describedBy`. */
  errors: Readonly<Record<string, string>>;
  describedBy?: string | undefined;
}

/** Renders the field for a size of land, in the unit of the farmer. */
export function LandSizeField({
  base,
  label,
  hint,
  saved,
  onSize,
  errors,
  describedBy,
}: LandSizeFieldProps) {
  const names = inputNames(base);
  const units = useLandUnits();
  const savedUnit = saved?.entered?.unit ?? (saved?.hectares == null ? undefined : 'hectare');
  const [chosen, setChosen] = useState<LandUnit | undefined>(savedUnit);
  // The farmer's unit may arrive with the record, until something is typed.
  const preferred = units.preferred ?? 'hectare';
  const unit = chosen ?? (offerOf(units, preferred) ? preferred : 'hectare');
  const offer = offerOf(units, unit);
  const isAsked = !!offer?.believed;
  const [ownSizes, setOwnSizes] = useState<Partial<Record<LandUnit, number>>>(() => {
    const size = saved?.entered?.unit_square_metres;
    return saved?.entered && size ? { [saved.entered.unit]: size } : {};
  });
  const unitM2 = ownSizes[unit] ?? offer?.square_metres ?? Number.NaN;
  // Stays open once a size is chosen, so that the arrow keys can choose another one.
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isAsked && (isOpened || (offer.square_metres === null && !saved?.entered?.unit_square_metres));
  const texts = useRef({ value: savedText(saved), cents: savedCents(saved) });
  const [size, setSize] = useState(() => saved?.hectares ?? Number.NaN);
  const id = useId();
  const marked = (name: string) => ({
    error: describedBy ? undefined : errors[name],
    invalid: name in errors,
    describedBy: name in errors || name === names.value ? describedBy : undefined,
  });

  const tell = (inUnit: LandUnit, squareMetres: number) => {
    const { value, cents } = texts.current;
    const number = inUnit === 'acre_and_cents' ? acresOf(value, cents) : value === '' ? Number.NaN : Number(value);
    const hectares = inUnit === 'hectare' ? number : Math.round(number * squareMetres) / 10_000;
    setSize(hectares);
    onSize?.(hectares);
  };
  const typed = (part: 'value' | 'cents') => (event: FormEvent<HTMLInputElement>) => {
    texts.current[part] = event.currentTarget.value;
    setChosen(unit);
    tell(unit, unitM2);
  };
  const changeUnit = (next: LandUnit) => {
    texts.current = { value: '', cents: '' };
    setChosen(next);
    setIsOpened(false);
    tell(next, Number.NaN);
  };
  const resize = (squareMetres: number) => {
    setOwnSizes((sizes) => ({ ...sizes, [unit]: squareMetres }));
    tell(unit, squareMetres);
  };

  const number = { min: 0, autoComplete: 'off' };
  const isSaved = unit === savedUnit;
  return (
    <fieldset className={styles.size}>
      <legend className="visually-hidden">{label}</legend>
      <div className={styles.row}>
        {unit === 'hectare' && (
          <NumberField
            key="hectare"
            label={label}
            name={names.hectares}
            described={t`hectares`}
            amount={(figure) =>
              plural(Number(figure), { one: `${figure} hectare`, other: `${figure} hectares` })
            }
            hint={hint}
            step={0.01}
            onInput={typed('value')}
            defaultValue={(isSaved && saved?.hectares) || undefined}
            {...number}
            {...marked(names.hectares)}
            describedBy={describedBy}
          />
        )}
        {unit === 'acre_and_cents' && (
          <>
            <NumberField
              key="acres"
              label={t`Acres`}
              name={names.value}
              amount={(figure) => amountOf(figure, 'acre')}
              step={0.01}
              onInput={typed('value')}
              defaultValue={isSaved ? savedText(saved) : undefined}
              {...number}
              {...marked(names.value)}
            />
            <NumberField
              label={t`Cents`}
              name={names.cents}
              amount={(figure) => amountOf(figure, 'cent')}
              step={1}
              max={99}
              onInput={typed('cents')}
              defaultValue={isSaved ? savedCents(saved) : undefined}
              {...number}
              {...marked(names.cents)}
            />
          </>
        )}
        {unit !== 'hectare' && unit !== 'acre_and_cents' && (
          <NumberField
            key={unit}
            label={label}
            name={names.value}
            described={unitName(unit)}
            amount={(figure) => amountOf(figure, unit)}
            hint={hint}
            step={0.01}
            onInput={typed('value')}
            defaultValue={isSaved ? savedText(saved) : undefined}
            {...number}
            {...marked(names.value)}
          />
        )}
        <div className={styles.unit}>
          <SelectField
            label={t`Unit of land`}
            name={names.unit}
            value={unit}
            onChange={(event) => changeUnit(event.target.value as LandUnit)}
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
      {!isAsked && <input type="hidden" name={names.fixedSize} value={Number.isNaN(unitM2) ? '' : unitM2} />}
      {isOpen && (
        <UnitSizeChoice
          unit={unit}
          choices={offer.choices}
          names={names}
          errors={errors}
          onSize={resize}
        />
      )}
      {isAsked && !isOpen && (
        <p className={styles.known}>
          <input type="hidden" name={names.unitSize} value={unitM2} />
          <span>{unitInWords(unit, unitM2)}</span>
          <Button look="quiet" onClick={() => setIsOpened(true)}>
            {t`Change`}
          </Button>
        </p>
      )}
      {unit !== 'hectare' && (
        <p id={id} className={styles.hectares} aria-live="polite">
          {size > 0 ? `= ${hectaresInWords(size)}` : '\u00a0'}
        </p>
      )}
    </fieldset>
  );
}

type Saved = LandSizeFieldProps['saved'];

/** The saved number of units; the acres of acres and cents. */
function savedText(saved: Saved): string {
  if (!saved?.entered) return saved?.hectares ? plain(saved.hectares, 2) : '';
  const { value, unit } = saved.entered;
  return unit === 'acre_and_cents' ? String(Math.floor(Math.round(value * 100) / 100)) : plain(value, 2);
}

function savedCents(saved: Saved): string {
  if (saved?.entered?.unit !== 'acre_and_cents') return '';
  return String(Math.round(saved.entered.value * 100) % 100);
}

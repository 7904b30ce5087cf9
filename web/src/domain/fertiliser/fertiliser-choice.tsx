import { t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import type { FertiliserPlan } from '@/shared/api/fertiliser';
import { tenths } from '@/shared/format/field-figures';
import { NumberField } from '@/shared/forms/number-field';
import styles from './fertiliser-choice.module.css';
import { shoppingList } from './shopping-list';
import type { FertilisedArea } from './use-fertilised-area';

type Phosphorus = 'dap' | 'ssp';

export function FertiliserChoice({ plan, area }: { plan: FertiliserPlan; area: FertilisedArea }) {
  const [phosphorus, setPhosphorus] = useState<Phosphorus>('dap');
  const name = useId();
  const choices = [
    { key: 'dap', label: t`Urea, DAP, MOP`, fertilisers: plan.bags.with_dap },
    { key: 'ssp', label: t`Urea, SSP, MOP`, fertilisers: plan.bags.with_ssp },
  ] as const;
  const chosen = phosphorus === 'dap' ? plan.bags.with_dap : plan.bags.with_ssp;
  const { situation, publisher } = plan;
  const kgFor = (kgPerHa: number) => tenths(kgPerHa * area.hectares);
  const n = kgFor(plan.n_kg_per_ha);
  const p = kgFor(plan.p2o5_kg_per_ha);
  const k = kgFor(plan.k2o_kg_per_ha);
  return (
    <>
      <div className="screen-only">
        <NumberField
          key={`${area.inAcres} ${area.figure}`}
          label={t`Size of the field`}
          unit={area.inAcres ? t`acres` : t`hectares`}
          min={0}
          step={0.01}
          defaultValue={area.figure}
          onInput={(event) => area.change(event.currentTarget.valueAsNumber)}
        />
      </div>
      <p
        className="soft"
        aria-live="polite"
      >{t`${n} kg nitrogen (N), ${p} kg phosphate (P₂O₅), ${k} kg potash (K₂O)`}</p>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">{t`Fertilisers to buy`}</legend>
        {choices.map(({ key, label }) => (
          <label key={key} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={phosphorus === key}
              onChange={() => setPhosphorus(key)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <ul>
        {shoppingList(chosen, area.hectares).map((item) => (
          <li key={item.fertiliser} className={styles.item}>
            <span>{item.fertiliser}</span>
            <span className={styles.bags}>
              <strong>{item.bags}</strong>
              <span className={styles.weight}>{item.weight}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="soft">{t`Dose for: ${situation}. Source: ${publisher}.`}</p>
    </>
  );
}

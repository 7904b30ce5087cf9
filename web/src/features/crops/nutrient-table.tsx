import { t } from '@lingui/core/macro';
import type { CropEntry } from '@/shared/api/crop-entry';
import { total } from '@/shared/format/numbers';
import styles from './entry.module.css';
import { Note } from './entry-parts';

/** Formats a dose without trailing zeros: 12.5, 50. */
const dose = (value: number) => total(value).replace(/\.?0+$/, '');

export function NutrientTable({ nutrients }: { nutrients: CropEntry['nutrient_requirements'] }) {
  const rows = [
    { name: t`Nitrogen (N)`, form: '', range: nutrients.nitrogen },
    { name: t`Phosphorus (P)`, form: t`as P₂O₅`, range: nutrients.phosphorus },
    { name: t`Potassium (K)`, form: t`as K₂O`, range: nutrients.potassium },
  ];
  return (
    <>
      <table className={styles.nutrients}>
        <caption className="visually-hidden">{t`Nutrient requirements in kg per hectare`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Nutrient`}</th>
            <th scope="col" aria-label={t`Min, kg per hectare`}>
              <span>{t`Min`}</span> <small>{t`kg/ha`}</small>
            </th>
            <th scope="col" aria-label={t`Max, kg per hectare`}>
              <span>{t`Max`}</span> <small>{t`kg/ha`}</small>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, form, range }) => (
            <tr key={name}>
              <th scope="row">
                <span>{name}</span> {form && <small>{form}</small>}
              </th>
              <td>{dose(range.min_kg_per_ha)}</td>
              <td>{dose(range.max_kg_per_ha)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {nutrients.note && <Note>{nutrients.note}</Note>}
      <Note>{t`Have your soil tested first, and give only what it lacks.`}</Note>
    </>
  );
}

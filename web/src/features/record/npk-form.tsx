import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { FarmerRecord } from '@/shared/api/record';
import type { Texts } from '@/shared/forms/draft';
import { formProblem } from '@/shared/forms/form-problems';
import { NumberField } from '@/shared/forms/number-field';
import { useDraft } from '@/shared/forms/use-draft';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { Button } from '@/shared/ui/button';
import { Disclosure } from '@/shared/ui/disclosure';
import { SelectField } from '@/shared/ui/field';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import styles from './record-form.module.css';
import { npkRules } from './record-rules';
import {
  converted,
  fromReport,
  isByTheAcre,
  isInOxides,
  mostOf,
  reportName,
  SOIL_REPORTS,
  type SoilReport,
  toReport,
  withoutRounding,
} from './soil-report';
import { isAnyTested, type Npk, testedValues } from './tested';
import { savedNotice, useSaveRecord } from './use-save-record';

/** A typed number, and the report that was named when the typing began. */
interface Typed {
  value: number;
  since: SoilReport;
}

export function NpkForm({ record: given, onSaved }: { record: FarmerRecord; onSaved: () => void }) {
  const { record, save, question } = useSaveRecord(given, ({ npk }) => testedValues(npk));
  const { succeedAndLeave } = useNotices();
  const draft = useDraft({ form: 'npk' });
  const [report, setReport] = useState<SoilReport>(
    SOIL_REPORTS.find((one) => one === draft.texts.report) ?? 'elements-ha',
  );
  const { form, saving, alert, errors } = useSaveForm({
    rules: npkRules,
    save: async (entered) => {
      const body = withoutRounding(report, entered, record.npk);
      const saved = await save(testedValues(body), { kind: 'npk', body });
      succeedAndLeave(onSaved, savedNotice(saved, t`NPK updated successfully!`));
    },
    failure: formProblem,
    draft,
  });

  // What was typed stays when the farmer names another report; what was saved is converted.
  const [typed, setTyped] = useState(() => typedIn(draft.texts, report));
  const [byTheAcre, inOxides] = [isByTheAcre(report), isInOxides(report)];
  const shownValue = (name: keyof Npk) => typed[name]?.value ?? toReport(report, name, record.npk[name]);
  // A new farmer's fields hold 0. Beside a tested nutrient, 0 would read as a result.
  const isUntested = (name: keyof Npk) => !typed[name] && record.npk[name] === 0 && isAnyTested(record.npk);
  const inHectares = (name: keyof Npk) => fromReport(report, name, shownValue(name));

  const nutrients = [
    { name: 'n', label: t`Nitrogen (N)` },
    { name: 'p', label: inOxides ? t`Phosphate (P₂O₅)` : t`Phosphorus (P)` },
    { name: 'k', label: inOxides ? t`Potash (K₂O)` : t`Potassium (K)` },
  ] as const;
  const fieldsHaveErrors = Object.keys(errors).length > 0;

  return (
    <form className={styles.form} {...form}>
      <SelectField
        label={t`My soil report gives`}
        name="report"
        value={report}
        onChange={(event) => setReport(event.target.value as SoilReport)}
      >
        {SOIL_REPORTS.map((one) => (
          <option key={one} value={one}>
            {reportName(one)}
          </option>
        ))}
      </SelectField>
      <Disclosure label={t`Where to find N, P and K on the card`}>{() => <SoilCard />}</Disclosure>
      {nutrients.map(({ name, label }) => (
        <NumberField
          key={`${name} ${typed[name]?.since ?? report}`}
          label={label}
          name={name}
          unit={byTheAcre ? t`kg per acre` : t`kg per hectare`}
          min={0}
          max={mostOf(report, name, 2000)}
          step={0.01}
          defaultValue={isUntested(name) ? '' : textOf(shownValue(name))}
          onInput={({ currentTarget: { valueAsNumber: value } }) =>
            setTyped((all) => ({ ...all, [name]: { value, since: all[name]?.since ?? report } }))
          }
          error={errors[name]}
        />
      ))}
      {report !== 'elements-ha' && (
        <p aria-live="polite">{told({ n: inHectares('n'), p: inHectares('p'), k: inHectares('k') })}</p>
      )}
      {alert && !fieldsHaveErrors && <ErrorMessage>{alert}</ErrorMessage>}
      <Button type="submit" wide disabled={saving}>
        {saving ? t`Saving...` : t`Update NPK`}
      </Button>
      {question}
    </form>
  );
}

function typedIn(texts: Texts, since: SoilReport): Partial<Record<keyof Npk, Typed>> {
  const names = (['n', 'p', 'k'] as const).filter((name) => name in texts);
  return Object.fromEntries(names.map((name) => [name, { value: Number(texts[name] || Number.NaN), since }]));
}

/** A field that was cleared holds no number. */
const textOf = (value: number) => (Number.isNaN(value) ? '' : String(value));

/** While no value is a number above 0, nothing is converted. */
const told = (npk: Npk) => (isAnyTested(npk) ? converted(npk) : '\u00a0');

/** Lines of the test results, and the part of the width that their names take. */
const LINES = [0.3, 0.62, 0.5, 0.7, 0.78, 0.74, 0.6, 0.45, 0.42, 0.4, 0.55, 0.48].map((part, index) => ({
  line: index + 1,
  part,
}));
const SOUGHT: Readonly<Record<number, string>> = { 4: 'N', 5: 'P', 6: 'K' };

/** Shows where N, P and K stand on a Soil Health Card. */
const SoilCard = () => (
  <figure className={styles.card}>
    <svg
      viewBox="0 0 320 236"
      role="img"
      aria-label={t`A Soil Health Card: lines 4, 5 and 6 of its test results are marked N, P and K.`}
      fill="currentColor"
    >
      <rect x="1" y="1" width="318" height="234" rx="10" fill="none" stroke="currentColor" opacity=".5" />
      <rect x="1" y="1" width="318" height="30" rx="10" opacity=".15" />
      <circle cx="20" cy="16" r="8" />
      <rect x="40" y="11" width="130" height="10" rx="5" />
      {LINES.map(({ line, part }) => (
        <Line key={line} line={line} part={part} />
      ))}
    </svg>
    <figcaption>
      {t`The values stand in lines 4, 5 and 6 of the test results: available nitrogen (N), available phosphorus (P) and available potassium (K), in kg per hectare.`}
    </figcaption>
  </figure>
);

/** A line of the test results: number, name, value and unit. */
function Line({ line, part }: { line: number; part: number }) {
  const nutrient = SOUGHT[line];
  const y = 22 + line * 16;
  return (
    <g opacity={nutrient ? 1 : 0.5}>
      {nutrient && <rect x="6" y={y} width="308" height="15" rx="4" opacity=".2" />}
      <text x="24" y={y + 11.5} textAnchor="end" fontSize="11">
        {line}
      </text>
      <rect x="34" y={y + 4} width={part * 120} height="7" rx="3" opacity=".6" />
      {nutrient && (
        <text x="182" y={y + 12} textAnchor="middle" fontSize="13" fontWeight="700">
          {nutrient}
        </text>
      )}
      <rect
        x="204"
        y={y + 2}
        width="46"
        height="11"
        rx="3"
        fill="none"
        stroke="currentColor"
        strokeWidth={nutrient ? 2 : 1}
      />
      <rect x="262" y={y + 4} width="34" height="7" rx="3" opacity=".6" />
    </g>
  );
}

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
import { SoilCard } from './soil-card';
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

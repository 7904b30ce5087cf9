import { t } from '@lingui/core/macro';
import { read } from '@/shared/api/client';
import { type FarmerRecord, farmerRecord } from '@/shared/api/record';
import { useWithConsent } from '@/shared/consent/use-with-consent';
import { formProblem } from '@/shared/forms/form-problems';
import { NumberField } from '@/shared/forms/number-field';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import styles from './record-form.module.css';
import { npkRules } from './record-rules';
import { useKeepRecord } from './use-keep-record';

interface NpkFormProps {
  record: FarmerRecord;
  onSaved: () => void;
}

export function NpkForm({ record, onSaved }: NpkFormProps) {
  const keep = useKeepRecord();
  const withConsent = useWithConsent();
  const { succeedAndLeave } = useNotices();
  const { form, saving, alert, errors } = useSaveForm({
    rules: npkRules,
    save: async (body) => {
      keep(await withConsent((api) => read(api.PUT('/api/v1/me/npk', { body }), farmerRecord)));
      succeedAndLeave(onSaved, t`NPK updated successfully!`);
    },
    failure: formProblem,
  });

  const nutrients = [
    { name: 'n', label: t`Nitrogen (N)` },
    { name: 'p', label: t`Phosphorus (P)` },
    { name: 'k', label: t`Potassium (K)` },
  ] as const;
  const fieldsHaveErrors = Object.keys(errors).length > 0;

  return (
    <form className={styles.form} {...form}>
      {nutrients.map(({ name, label }) => (
        <NumberField
          key={name}
          label={label}
          name={name}
          unit={t`kg per hectare`}
          min={0}
          max={2000}
          step={0.01}
          defaultValue={record.npk[name]}
          error={errors[name]}
        />
      ))}
      {alert && !fieldsHaveErrors && <ErrorMessage>{alert}</ErrorMessage>}
      <Button type="submit" wide disabled={saving}>
        {saving ? t`Saving...` : t`Update NPK`}
      </Button>
    </form>
  );
}

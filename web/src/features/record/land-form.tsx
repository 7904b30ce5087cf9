import { plural, t } from '@lingui/core/macro';
import { read } from '@/shared/api/client';
import { type FarmerRecord, farmerRecord } from '@/shared/api/record';
import { useWithConsent } from '@/shared/consent/use-with-consent';
import { formProblem } from '@/shared/forms/form-problems';
import { NumberField } from '@/shared/forms/number-field';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { landRules } from './land-rules';
import styles from './record-form.module.css';
import { useKeepRecord } from './use-keep-record';

/** Asks how much land the farmer has. It may be left out. */
export function LandForm({ record }: { record: FarmerRecord }) {
  const keep = useKeepRecord();
  const withConsent = useWithConsent();
  const { succeed } = useNotices();
  const { form, saving, alert, errors } = useSaveForm({
    rules: landRules,
    save: async (body) => {
      keep(await withConsent((api) => read(api.PUT('/api/v1/me/land', { body }), farmerRecord)));
      succeed(body.land_ha === null ? t`Your land is no longer noted.` : t`Your land is noted.`);
    },
    failure: formProblem,
  });
  return (
    <form className={styles.form} {...form}>
      <NumberField
        label={t`My land`}
        name="land_ha"
        unit={t`hectares`}
        amount={(figure) => plural(Number(figure), { one: `${figure} hectare`, other: `${figure} hectares` })}
        hint={t`You need not say it. Grow asks again when you enter more sowings than fit on it.`}
        min={0}
        step={0.01}
        defaultValue={record.land_ha ?? undefined}
        error={errors.land_ha}
      />
      {alert && !errors.land_ha && <ErrorMessage>{alert}</ErrorMessage>}
      <Button type="submit" look="secondary" disabled={saving}>
        {saving ? t`Saving...` : t`Save my land`}
      </Button>
    </form>
  );
}

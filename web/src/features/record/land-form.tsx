import { t } from '@lingui/core/macro';
import { read } from '@/shared/api/client';
import { type FarmerRecord, farmerRecord } from '@/shared/api/record';
import { useWithConsent } from '@/shared/consent/use-with-consent';
import { formProblem } from '@/shared/forms/form-problems';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { LandSizeField } from '@/shared/land/land-size-field';
import { useRememberUnit } from '@/shared/land/use-land-units';
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
  const remember = useRememberUnit();
  const { form, saving, alert, errors } = useSaveForm({
    rules: landRules,
    save: async ({ size }) => {
      const body = size?.body ?? { land_ha: null };
      keep(await withConsent((api) => read(api.PUT('/api/v1/me/land', { body }), farmerRecord)));
      if (size) remember(size.body.land);
      succeed(size ? t`Your land is noted.` : t`Your land is no longer noted.`);
    },
    failure: formProblem,
    draft: { form: 'land' },
  });
  return (
    <form className={styles.form} {...form}>
      <LandSizeField
        base="land"
        label={t`My land`}
        hint={t`Optional. Grow checks with you if your sowings need more land than this.`}
        saved={{ hectares: record.land_ha, entered: record.land_entered }}
        errors={errors}
      />
      {alert && Object.keys(errors).length === 0 && <ErrorMessage>{alert}</ErrorMessage>}
      <Button type="submit" look="secondary" disabled={saving}>
        {saving ? t`Saving...` : t`Save my land`}
      </Button>
    </form>
  );
}

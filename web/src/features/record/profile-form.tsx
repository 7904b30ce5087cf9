import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { read } from '@/shared/api/client';
import { type FarmerRecord, farmerRecord } from '@/shared/api/record';
import { useWithConsent } from '@/shared/consent/use-with-consent';
import { formProblem } from '@/shared/forms/form-problems';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { placeDetail } from './place-detail';
import { PlaceField } from './place-field';
import styles from './record-form.module.css';
import { profileRules } from './record-rules';
import { useKeepRecord } from './use-keep-record';

interface ProfileFormProps {
  record: FarmerRecord;
  email: string;
  onSaved: () => void;
}

export function ProfileForm({ record, email, onSaved }: ProfileFormProps) {
  const keep = useKeepRecord();
  const withConsent = useWithConsent();
  const { succeedAndLeave } = useNotices();
  const [number, setNumber] = useState(record.number);
  const [place, setPlace] = useState(record.place);
  const incomplete = number.trim() === '' || place.trim() === '';

  const { form, saving, alert, alertId, errors } = useSaveForm({
    rules: profileRules,
    save: async (body) => {
      const saved = await withConsent((api) => read(api.PUT('/api/v1/me/profile', { body }), farmerRecord));
      keep(saved);
      succeedAndLeave(onSaved, t`User data saved!`, placeDetail(saved));
    },
    failure: formProblem,
    draft: { form: 'profile' },
  });

  return (
    <form className={styles.form} {...form}>
      <TextField label={t`E-mail`} value={email} readOnly name="email" />
      <TextField
        label={t`Number`}
        hint={t`Your phone number`}
        name="number"
        inputMode="tel"
        autoComplete="tel"
        value={number}
        onChange={(event) => setNumber(event.target.value)}
        invalid={'number' in errors}
        describedBy={alert ? alertId : undefined}
      />
      <PlaceField
        record={record}
        onText={setPlace}
        invalid={'place' in errors}
        describedBy={alert ? alertId : undefined}
      />
      {incomplete && <p className={styles.inline}>{t`Please fill in all fields.`}</p>}
      {alert && <ErrorMessage id={alertId}>{alert}</ErrorMessage>}
      <Button type="submit" wide disabled={saving}>
        {saving ? t`Submitting...` : t`Submit`}
      </Button>
    </form>
  );
}

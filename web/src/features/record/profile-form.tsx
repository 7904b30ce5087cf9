import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { FarmerRecord } from '@/shared/api/record';
import { formProblem } from '@/shared/forms/form-problems';
import { phoneNumber } from '@/shared/forms/phone-number';
import { useDraft } from '@/shared/forms/use-draft';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { visible } from '@/shared/forms/visible-text';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/field';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { PlaceField } from './place-field';
import styles from './record-form.module.css';
import { profileRules } from './record-rules';
import { savedNotice, savedPlace, useSaveRecord } from './use-save-record';

interface ProfileFormProps {
  record: FarmerRecord;
  email: string;
  onSaved: () => void;
}

export function ProfileForm({ record: given, email, onSaved }: ProfileFormProps) {
  const { record, save, question } = useSaveRecord(given, profileTold);
  const { succeedAndLeave } = useNotices();
  const draft = useDraft({ form: 'profile' });
  const [number, setNumber] = useState(draft.texts.number ?? record.number);
  const [place, setPlace] = useState(draft.texts.place ?? record.place);
  const incomplete = !visible(number) || !visible(place);
  const stored = number === record.number ? null : phoneNumber(number);

  const { form, saving, alert, alertId, errors } = useSaveForm({
    rules: profileRules,
    save: async (body) => {
      const saved = await save(profileTold(body), { kind: 'profile', body });
      succeedAndLeave(onSaved, savedNotice(saved, t`User data saved!`), savedPlace(saved));
    },
    failure: formProblem,
    draft,
  });

  return (
    <form className={styles.form} {...form}>
      <TextField label={t`E-mail`} value={email} readOnly name="email" />
      <TextField
        label={t`Number`}
        hint={stored ? t`It is kept as ${stored}.` : t`Your phone number`}
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
        begin={place}
        onText={setPlace}
        invalid={'place' in errors}
        describedBy={alert ? alertId : undefined}
      />
      {incomplete && <p className={styles.inline}>{t`Please fill in all fields.`}</p>}
      {alert && <ErrorMessage id={alertId}>{alert}</ErrorMessage>}
      <Button type="submit" wide disabled={saving}>
        {saving ? t`Submitting...` : t`Submit`}
      </Button>
      {question}
    </form>
  );
}

const profileTold = ({ number, place }: { number: string; place: string }) =>
  [number, place].filter(Boolean).join(', ');

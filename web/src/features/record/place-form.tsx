import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { read } from '@/shared/api/client';
import { type FarmerRecord, farmerRecord } from '@/shared/api/record';
import { useWithConsent } from '@/shared/consent/use-with-consent';
import { formProblem } from '@/shared/forms/form-problems';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { placeDetail } from './place-detail';
import { PlaceField } from './place-field';
import styles from './record-form.module.css';
import { placeRules } from './record-rules';
import { useKeepRecord } from './use-keep-record';

interface PlaceFormProps {
  record: FarmerRecord;
  onSaved: () => void;
}

export function PlaceForm({ record, onSaved }: PlaceFormProps) {
  const keep = useKeepRecord();
  const withConsent = useWithConsent();
  const { succeedAndLeave } = useNotices();
  const [place, setPlace] = useState(record.place);
  const { form, saving, alert } = useSaveForm({
    rules: placeRules,
    save: async (body) => {
      const saved = await withConsent((api) => read(api.PUT('/api/v1/me/place', { body }), farmerRecord));
      keep(saved);
      succeedAndLeave(onSaved, t`Place updated successfully!`, placeDetail(saved));
    },
    failure: formProblem,
    draft: { form: 'place' },
  });

  return (
    <form className={styles.form} {...form}>
      <PlaceField
        record={record}
        onText={setPlace}
        error={place.trim() === '' ? t`Please enter a place.` : undefined}
      />
      {alert && <ErrorMessage>{alert}</ErrorMessage>}
      <Button type="submit" wide disabled={saving}>
        {saving ? t`Saving...` : t`Update Place`}
      </Button>
    </form>
  );
}

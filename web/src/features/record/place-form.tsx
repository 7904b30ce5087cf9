import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { FarmerRecord } from '@/shared/api/record';
import { formProblem } from '@/shared/forms/form-problems';
import { useDraft } from '@/shared/forms/use-draft';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { visible } from '@/shared/forms/visible-text';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { PlaceField } from './place-field';
import styles from './record-form.module.css';
import { placeRules } from './record-rules';
import { savedNotice, savedPlace, useSaveRecord } from './use-save-record';

export function PlaceForm({ record: given, onSaved }: { record: FarmerRecord; onSaved: () => void }) {
  const { record, save, question } = useSaveRecord(given, ({ place }) => place);
  const { succeedAndLeave } = useNotices();
  const draft = useDraft({ form: 'place' });
  const [place, setPlace] = useState(draft.texts.place ?? record.place);
  const { form, saving, alert } = useSaveForm({
    rules: placeRules,
    save: async (body) => {
      const saved = await save(body.place, { kind: 'place', body });
      succeedAndLeave(onSaved, savedNotice(saved, t`Place updated successfully!`), savedPlace(saved));
    },
    failure: formProblem,
    draft,
  });

  return (
    <form className={styles.form} {...form}>
      <PlaceField
        record={record}
        begin={place}
        onText={setPlace}
        error={!visible(place) ? t`Please enter a place.` : undefined}
      />
      {alert && <ErrorMessage>{alert}</ErrorMessage>}
      <Button type="submit" wide disabled={saving}>
        {saving ? t`Saving...` : t`Update Place`}
      </Button>
      {question}
    </form>
  );
}

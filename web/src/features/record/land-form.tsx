import { t } from '@lingui/core/macro';
import { useState } from 'react';
import * as v from 'valibot';
import { type LandSize, withSize } from '@/domain/land/land-size';
import { OwnLandSizeField } from '@/domain/land/land-size-field';
import { draftedSize } from '@/domain/land/saved-size';
import { fieldAmountWithHectares } from '@/domain/land/units';
import { useRememberUnit } from '@/domain/land/use-land-units';
import type { FarmerRecord } from '@/shared/api/record';
import { whole } from '@/shared/format/numbers';
import { formProblem } from '@/shared/forms/form-problems';
import { hasAtMostTwoDecimals } from '@/shared/forms/two-decimals';
import { useDraft } from '@/shared/forms/use-draft';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { MOST_HECTARES } from '@/shared/measures';
import { Button } from '@/shared/ui/button';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import styles from './record-form.module.css';
import { savedNotice, useSaveRecord } from './use-save-record';

const landTold = ({ land_ha, land_entered }: Pick<FarmerRecord, 'land_ha' | 'land_entered'>) =>
  land_ha === null ? '' : fieldAmountWithHectares({ field_size_ha: land_ha, entered: land_entered });

/** A size as a record has it once it is saved. */
const asSaved = ({ hectares, body: { land } }: LandSize<'land'>) => ({
  land_ha: hectares,
  land_entered: land ? { ...land, unit_square_metres: land.unit_square_metres ?? null } : null,
});

/** Asks how much land the farmer has. It may be left out. */
export function LandForm({ record: given }: { record: FarmerRecord }) {
  const { record, save, question } = useSaveRecord(given, landTold);
  /** How often the farmer took what was saved elsewhere: the fields begin anew with it. */
  const [taken, setTaken] = useState(0);
  const { succeed } = useNotices();
  const remember = useRememberUnit();
  const draft = useDraft({ form: 'land' });
  const { form, saving, alert, errors } = useSaveForm({
    rules: landRules,
    save: async ({ size }) => {
      const body = size?.body ?? { land_ha: null };
      const mine = size ? landTold(asSaved(size)) : '';
      if (size) await remember(size.body.land);
      const saved = await save(mine, { kind: 'land', body });
      if (!saved) setTaken((times) => times + 1);
      succeed(savedNotice(saved, size ? t`Your land is noted.` : t`Your land is no longer noted.`));
    },
    failure: formProblem,
    draft,
  });
  const drafted = taken === 0 ? draftedSize('land', draft.texts) : undefined;
  return (
    <form className={styles.form} {...form}>
      <OwnLandSizeField
        key={taken}
        base="land"
        label={t`My land`}
        hint={t`Optional. Grow checks with you if your sowings need more land than this.`}
        saved={drafted ?? { hectares: record.land_ha, entered: record.land_entered }}
        errors={errors}
      />
      {alert && Object.keys(errors).length === 0 && <ErrorMessage>{alert}</ErrorMessage>}
      <Button type="submit" look="secondary" disabled={saving}>
        {saving ? t`Saving...` : t`Save my land`}
      </Button>
      {question}
    </form>
  );
}

const withinLimits = (text: string) => Number(text) > 0 && Number(text) <= MOST_HECTARES;

/** Validates 'My land'. It may be left out. */
const ofHectares = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (text) => text === '' || withinLimits(text),
    () => t`Enter your land in hectares, up to ${whole(MOST_HECTARES)}, or leave it empty.`,
  ),
  v.check(hasAtMostTwoDecimals, () => t`Use at most two decimals.`),
  v.transform((text) => (text === '' ? null : Number(text))),
);

const notANumber = () => t`Enter your land as a number, or leave it empty.`;

export const landRules = withSize({ base: 'land', ofHectares, notANumber }, {});

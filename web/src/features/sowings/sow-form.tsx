import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as v from 'valibot';
import { CropDrawing } from '@/domain/crops/crop-drawing';
import { cropName } from '@/domain/crops/crop-names';
import { cropInSentence } from '@/domain/crops/crop-words';
import { useCommonName } from '@/domain/crops/use-common-name';
import { isSurplus } from '@/domain/demand/is-surplus';
import { withSize } from '@/domain/land/land-size';
import { draftedSize, savedUnit } from '@/domain/land/saved-size';
import { useRememberUnit } from '@/domain/land/use-land-units';
import { chosenCrop, fieldSize, fieldSizeWanted } from '@/domain/sowing/field-size';
import { FieldSizeField } from '@/domain/sowing/field-size-field';
import { maturity } from '@/domain/sowing/maturity';
import { MaturityField } from '@/domain/sowing/maturity-field';
import { SeasonNote } from '@/domain/sowing/season-note';
import { sownOn } from '@/domain/sowing/sown-on';
import { SownOnField } from '@/domain/sowing/sown-on-field';
import { keptNotice, type Sent, useSend } from '@/outbox/send/use-send';
import { type Advice, adviceQuery } from '@/shared/api/advice';
import type { Crop } from '@/shared/api/crops';
import type { LandUnit } from '@/shared/api/land-size';
import { ApiError } from '@/shared/api/problem';
import { demandQuery } from '@/shared/api/queries';
import type { DemandRow } from '@/shared/api/shapes';
import type { Sowing } from '@/shared/api/sowings';
import { yieldRange } from '@/shared/format/field-figures';
import { formProblem } from '@/shared/forms/form-problems';
import { useDraft } from '@/shared/forms/use-draft';
import { useSaveForm } from '@/shared/forms/use-save-form';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/shared/ui/button';
import { SelectField, TextField } from '@/shared/ui/field';
import { ErrorMessage } from '@/shared/ui/message';
import { useNotices } from '@/shared/ui/notices';
import { SproutIcon } from '@/shared/ui/screen-icons';
import { useLandQuestion } from './land-question';
import styles from './sow-form.module.css';
import { UsualYieldNote } from './usual-yield-note';

interface SowFormProps {
  crops: readonly Crop[];
  /** The crop chosen by a recommendation. It cannot be changed here. */
  fixed: Crop | undefined;
  onSaved: () => void;
}

export function SowForm({ crops, fixed, onSaved }: SowFormProps) {
  const { succeedAndLeave } = useNotices();
  const sow = useSow();
  const land = useLandQuestion();
  const draft = useDraft({ form: 'sow', crop: fixed?.crop });
  const drafted = draftedSize('field_size', draft.texts);
  const [chosen, setChosen] = useState(fixed?.crop ?? draft.texts.crop ?? '');
  const [field, setField] = useState<{ hectares: number; unit?: LandUnit | undefined }>({
    hectares: drafted?.hectares ?? 0,
    unit: savedUnit(drafted),
  });
  const crop = crops.find((one) => one.crop === chosen);

  const { form, saving, alert, alertId, errors } = useSaveForm({
    rules: sowingRules,
    save: async (sowing) => {
      if (!(await land.isMeant(sowing.size))) return;
      const { isQueued } = await sow(sowing);
      succeedAndLeave(onSaved, isQueued ? keptNotice() : t`Crop and field size added successfully!!!!`);
    },
    failure: failureSentence,
    draft,
  });
  const describedBy = alert ? alertId : undefined;
  const range = crop && yieldRange(crop.yield_min_kg_per_ha, crop.yield_max_kg_per_ha);
  const common = useCommonName(chosen, cropName(chosen));
  const yieldHint = [common, range && t`Yield range: ${range} tonnes per hectare`]
    .filter(Boolean)
    .join(' · ');

  return (
    <form className={styles.form} {...form}>
      <div className={styles.choice}>
        {crop ? (
          <CropDrawing crop={crop.crop} size="choice" />
        ) : (
          <span className={styles.unchosen}>
            <SproutIcon />
          </span>
        )}
        {fixed ? (
          <TextField label={t`Crop`} value={cropName(fixed.crop)} readOnly hint={yieldHint} />
        ) : (
          <SelectField
            label={t`Crop`}
            name="crop"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            invalid={'crop' in errors}
            describedBy={describedBy}
            hint={yieldHint}
          >
            <option value="">{t`Select a crop`}</option>
            {crops.map(({ crop: key }) => (
              <option key={key} value={key}>
                {cropName(key)}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      {fixed && <input type="hidden" name="crop" value={fixed.crop} />}
      <FieldSizeField
        saved={drafted}
        onSize={(hectares, unit) => setField({ hectares, unit })}
        errors={errors}
        describedBy={describedBy}
      />
      {crop && <UsualYieldNote crop={crop.crop} fieldSizeHa={field.hectares} unit={field.unit} />}
      <SownOnField begin={draft.texts.sown_on} invalid={'sown_on' in errors} describedBy={describedBy} />
      <MaturityField saved={draft.texts.maturity} />
      {crop && <SeasonNote crop={crop.crop} />}
      {crop && <SurplusNote crop={crop.crop} />}
      {alert && <ErrorMessage id={alertId}>{alert}</ErrorMessage>}
      <Button type="submit" wide disabled={saving}>
        {saving ? t`Adding...` : t`Add Crop Details`}
      </Button>
      {land.question}
    </form>
  );
}

const INPUT_PROBLEMS: readonly string[] = [
  'unknown-crop',
  'invalid-field-size',
  'field-size-not-a-number',
  'invalid-size',
  'unknown-unit',
  'unit-size-missing',
  'invalid-unit-size',
  'invalid-date',
  'sown-on-future',
  'sown-on-too-old',
  'wrong-clock',
  'consent-required',
];

/** Returns a specific sentence for invalid input, otherwise the general one for a failed sowing. */
function failureSentence(error: unknown): string {
  if (error instanceof ApiError && INPUT_PROBLEMS.includes(error.type)) {
    return error.type === 'unknown-crop'
      ? t`Please select a crop and enter a valid field size (positive number).`
      : formProblem(error);
  }
  return t`Failed to add crop details. Please try again.`;
}

/** Returns a function that records a sowing. Without a day it is of today, even if it arrives weeks later. */
function useSow(): (sowing: NewSowing) => Promise<Sent<Sowing>> {
  const send = useSend();
  const remember = useRememberUnit();
  return async ({ crop, size, sown_on, maturity }) => {
    await remember(size.body.field_size);
    return send({
      kind: 'sow',
      body: { crop, ...size.body, ...(sown_on && { sown_on }), ...(maturity && { maturity }) },
    });
  };
}

export const sowingRules = withSize(
  { base: 'field_size', ofHectares: fieldSize, wanted: fieldSizeWanted },
  { crop: chosenCrop, sown_on: sownOn, maturity },
);

type NewSowing = v.InferOutput<typeof sowingRules>;

/** Says before saving that more of a crop is on the way than is wanted. Nothing is blocked. */
function SurplusNote({ crop }: { crop: string }) {
  const { data: demand } = useQuery(demandQuery);
  const { data: advice } = useQuery(adviceQuery);
  const compare = demand && comparison(crop, demand.crops, advice);
  return (
    <div role="status">
      {compare && (
        <div className={styles.note}>
          <p>{t`More of this is on the way than is wanted.`}</p>
          <ButtonLink look="secondary" href={compare.href}>
            {compare.label}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

interface SurplusLink {
  label: string;
  href: string;
}

/**
 * Returns what to compare a crop in surplus with: the crops of the farmer's advice, otherwise all crops. Null
 * for a crop that is wanted, or of which about as much is on the way as is needed.
 */
export function comparison(
  crop: string,
  rows: readonly DemandRow[],
  advice: Advice | undefined,
): SurplusLink | null {
  const row = rows.find((one) => one.crop === crop);
  if (!row || !isSurplus(row)) return null;
  const [first, second] = (advice?.advice ?? [])
    .filter((one) => one.crop !== crop)
    .map((one) => cropInSentence(one.crop));
  if (first === undefined || advice?.all_full)
    return { label: t`Compare with all crops`, href: paths.demand };
  return {
    label: second === undefined ? t`Compare with ${first}` : t`Compare with ${first} and ${second}`,
    href: paths.advice,
  };
}

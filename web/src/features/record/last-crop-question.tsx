import { t } from '@lingui/core/macro';
import { WithCrops } from '@/domain/crops/with-crops';
import { lastCropName } from '@/domain/land/water-and-soil';
import type { FarmerRecord } from '@/shared/api/record';
import { FieldChoice } from './field-choice';
import { useSaveAnswer } from './use-save-answer';

interface LastCropQuestionProps {
  record: FarmerRecord;
  /** Whether 'Not said' is an answer. */
  mayBeUnsaid?: boolean;
}

/** Asks what stood on the field last. The crop of a sowing that has ended is chosen until the farmer says otherwise. */
export function LastCropQuestion({ record, mayBeUnsaid = true }: LastCropQuestionProps) {
  const named = (key: string) => lastCropName(key, record);
  const state = useSaveAnswer({
    record,
    of: (one) => one.last_crop,
    told: (key) => (key ? named(key) : t`Not said`),
    change: (key) => ({ kind: 'last-crop', body: { last_crop: key, ...(key && { name: named(key) }) } }),
  });
  return (
    <WithCrops>
      {(crops) => (
        <FieldChoice
          question={t`What stood here last?`}
          answers={[
            ...crops.map(({ crop }) => crop),
            ...record.outside_crops.map(({ key }) => key),
            'fallow',
          ].map((key) => ({ key, label: named(key), picture: null }))}
          mayBeUnsaid={mayBeUnsaid}
          state={state}
        />
      )}
    </WithCrops>
  );
}

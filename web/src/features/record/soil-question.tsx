import { t } from '@lingui/core/macro';
import { read } from '@/shared/api/client';
import { type FarmerRecord, farmerRecord } from '@/shared/api/record';
import { FieldChoice } from './field-choice';
import { ClayPicture, LoamPicture, SandPicture } from './field-pictures';
import { useSaveAnswer } from './use-save-answer';

/** Asks for the kind of soil of the field, and saves the answer into the record. */
export function SoilQuestion({ record }: { record: FarmerRecord }) {
  const answers = [
    { key: 'light', label: t`Light (sandy)`, picture: <SandPicture /> },
    { key: 'medium', label: t`Medium (loam)`, picture: <LoamPicture /> },
    { key: 'heavy', label: t`Heavy (clay, black)`, picture: <ClayPicture /> },
  ] as const;
  const state = useSaveAnswer({
    record,
    of: ({ soil }) => soil,
    told: (soil) => answers.find((answer) => answer.key === soil)?.label ?? t`Not said`,
    put: (api, header, soil) =>
      read(api.PUT('/api/v1/me/soil', { params: { header }, body: { soil } }), farmerRecord),
  });
  return (
    <FieldChoice question={t`What is the soil of this field?`} answers={answers} mayBeUnsaid state={state} />
  );
}

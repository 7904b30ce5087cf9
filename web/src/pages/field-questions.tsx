import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { ASKED_OF_FIELD, isFieldTold, toldOfField } from '@/features/record/is-field-told';
import type { FarmerRecord } from '@/shared/api/record';
import { withScreenMessages } from '@/shared/i18n/language';
import { Disclosure } from '@/shared/ui/disclosure';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import { Loading } from '@/shared/ui/spinner';

const FieldQuestionnaire = lazyPart(
  async () => (await withScreenMessages(() => import('./field-questionnaire'))).FieldQuestionnaire,
  { meanwhile: <Loading /> },
);

/**
 * One line, which opens to the questions about the farmer's field. Renders nothing for who has answered all: what is
 * answered here can be changed here until the screen is left.
 */
export function FieldQuestions({ record }: { record: FarmerRecord }) {
  const [asks] = useState(!isFieldTold(record));
  if (!asks) return null;
  const [done, all] = [toldOfField(record), ASKED_OF_FIELD];
  return (
    <Panel lines>
      <Disclosure look="line" keep="field" label={t`Better advice: ${done} of ${all} answered`}>
        {() => <FieldQuestionnaire record={record} />}
      </Disclosure>
    </Panel>
  );
}

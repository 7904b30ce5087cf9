import { withScreenMessages } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Panel } from '@/shared/ui/panel';
import { Loading } from '@/shared/ui/spinner';

/** The questions of the field, in a chunk of their own. Who has answered all does not load it. */
export const FieldQuestions = lazyPart(
  async () => (await withScreenMessages(() => import('./field-questionnaire'))).FieldQuestionnaire,
  {
    meanwhile: (
      <Panel>
        <Loading />
      </Panel>
    ),
  },
);

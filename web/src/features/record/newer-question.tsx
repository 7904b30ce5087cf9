import { t } from '@lingui/core/macro';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { RecordLines } from './record-lines';

/** What is saved now, and what the farmer wants to save, in words. */
export interface Versions {
  now: string;
  mine: string;
}

interface NewerQuestionProps {
  versions: Versions;
  onAnswer: (answer: 'mine' | 'newer' | 'back') => void;
}

/** Asks which of two versions shall stand. Escape leads back to the form, where everything typed still is. */
export const NewerQuestion = ({ versions: { now, mine }, onAnswer }: NewerQuestionProps) => (
  <ConfirmDialog
    title={t`This was changed meanwhile`}
    confirm={t`Keep mine`}
    cancel={t`Take the newer one`}
    busy={false}
    isDangerous={false}
    onConfirm={() => onAnswer('mine')}
    onCancel={() => onAnswer('newer')}
    onEscape={() => onAnswer('back')}
  >
    <p>{t`It was changed in another tab or on another phone. Which one shall stand?`}</p>
    <RecordLines
      lines={[
        { label: t`Saved now`, value: now },
        { label: t`Yours`, value: mine },
      ]}
    />
  </ConfirmDialog>
);

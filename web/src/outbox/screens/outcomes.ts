import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { type Entry, errorOf } from '@/outbox/queue/entry';
import { type Answer, isQuiet } from '@/outbox/queue/writes';
import { followAnswer } from '@/outbox/send/follow-answers';
import { savedSentence } from '@/outbox/send/write-words';
import { formProblem } from '@/shared/forms/form-problems';
import { inBackground } from '@/shared/in-background';

interface Said {
  /** Empty if the screen of the write says nothing after saving. */
  saved: string | null;
  refused: string | null;
}

export function followOutcomes(client: QueryClient, moved: readonly Entry[]): Said[] {
  const answered = moved.filter(({ state }) => state.name === 'answered');
  // The last answer of a kind shows what those before it have changed.
  const last = new Map(answered.map((entry) => [entry.write.kind, entry]));
  for (const { write, state } of last.values()) {
    if (state.name !== 'answered') continue;
    const following = followAnswer(client, write.kind, state.answer as Answer);
    inBackground(following, 'The lists are not renewed');
  }
  return moved.map(sentences);
}

function sentences({ state, write }: Entry): Said {
  if (isQuiet(write.kind)) return { saved: null, refused: null };
  switch (state.name) {
    case 'answered':
      return { saved: savedSentence(write) ?? '', refused: null };
    case 'parked': {
      const reason = formProblem(errorOf(state.problem));
      return {
        saved: null,
        refused: t`One entry of this phone could not be saved. ${reason} See Sowed Crops.`,
      };
    }
    case 'consent':
    case 'newer':
      return { saved: null, refused: t`One entry of this phone needs your answer. See Sowed Crops.` };
    default:
      return { saved: null, refused: null };
  }
}

import { withMessages } from '../i18n/language';
import { lazyPart } from '../ui/lazy-part';

/** The note on the season, in a chunk of its own: it needs the names of the months. */
export const SeasonNote = lazyPart(
  async () => (await withMessages('advice', () => import('./season-note'))).SeasonNote,
  { afterFailure: () => null },
);

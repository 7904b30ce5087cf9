import { withMessages } from '@/shared/i18n/language';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Loading } from '@/shared/ui/spinner';

/** The card of any crop, in a chunk of its own. */
export const CropCard = lazyPart(
  async () => (await withMessages('advice', () => import('./crop-card'))).CropCard,
  { meanwhile: <Loading /> },
);

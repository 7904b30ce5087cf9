import { consentSentences } from '@/shared/consent/sentences';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Loading } from '@/shared/ui/spinner';

export const OwnDataPart = lazyPart(
  async () => {
    const [part] = await Promise.all([import('./own-data'), consentSentences()]);
    return part.OwnData;
  },
  { meanwhile: <Loading /> },
);

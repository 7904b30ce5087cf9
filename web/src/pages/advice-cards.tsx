import { lazyPart } from '@/shared/ui/lazy-part';
import { Loading } from '@/shared/ui/spinner';

/** Loaded when a card is opened. */
const CropCard = lazyPart(async () => (await import('@/features/advice/crop-card')).CropCard, {
  meanwhile: <Loading />,
});

export const card = (crop: string) => <CropCard crop={crop} />;
export const cardBesidePlan = (crop: string) => <CropCard crop={crop} hasPlanBeside />;

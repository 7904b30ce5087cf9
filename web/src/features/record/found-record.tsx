import { lazyPart } from '@/shared/ui/lazy-part';

/** The imported record of the farmer's e-mail. Few farmers have one. */
export const FoundRecord = lazyPart(async () => (await import('./imported-record')).ImportedRecord);

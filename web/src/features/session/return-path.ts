import { tabText } from '@/shared/storage/kept-text';

/** Where a farmer was when a guarded screen lost its user: signing in, also by a redirect, leads back there. */
const kept = tabText('return-path');

export const rememberPath = kept.set;
export const rememberedPath = kept.get;

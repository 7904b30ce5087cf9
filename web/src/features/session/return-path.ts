import { tabText } from '@/shared/storage/kept-text';

/** Path of the guarded screen where the session was lost. Sign-in returns to it, also by redirect. */
const kept = tabText('return-path');

export const rememberPath = kept.set;
export const rememberedPath = kept.get;

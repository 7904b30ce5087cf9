import { deviceText } from '@/shared/storage/kept-text';

/** Stores whether the farmer paused the background video. */
const choice = deviceText('background');
const STILL = 'still';

export const rememberStill = (still: boolean) => choice.set(still ? STILL : null);
export const rememberedStill = () => choice.get() === STILL;

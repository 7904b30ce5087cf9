import { deviceText } from '@/shared/storage/kept-text';

/** Whether the farmer stopped the field behind the pages. */
const choice = deviceText('background');
const STILL = 'still';

export const rememberStill = (still: boolean) => choice.set(still ? STILL : null);
export const rememberedStill = () => choice.get() === STILL;

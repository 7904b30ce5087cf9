/** Where a Tamil compound begins its last word: gram, tuber, sorghum, pulse, grain, bread. */
const SEAM = /(?<=.)(?=(?:கடலை|கிழங்கு|சோளம்|பயறு|வரகு)$)/;

/** Returns the parts of a name between which it may break: a browser would break it within a syllable. */
export const partsOf = (name: string): string[] => name.split(SEAM);

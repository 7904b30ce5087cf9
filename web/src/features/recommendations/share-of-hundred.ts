/** Returns a share of the land (0 to 1) as hectares of every 100, rounded. */
export const shareOfHundred = (share: number) => Math.round(share * 100);

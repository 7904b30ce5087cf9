/** A share of the land as hectares of every 100, rounded. */
export const shareOfHundred = (share: number) => Math.round(share * 100);

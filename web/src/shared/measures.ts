/** Square metres. */
export const HECTARE_M2 = 10_000;
export const ACRE_M2 = 4046.8564224;
export const CENT_M2 = 40.468564224;

export const HECTARES_OF_AN_ACRE = ACRE_M2 / HECTARE_M2;

/** The largest field, and the most land of a farmer, in hectares; the server has the same limit. */
export const MOST_HECTARES = 10_000;

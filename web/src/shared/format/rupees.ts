import { whole } from './numbers';

/** Formats rupees in the Indian grouping: ₹1,14,800. */
export const rupees = (value: number) => `₹${whole(value)}`;

/** Rounds a computed sum to hundreds, so that it does not look exact. */
export const aboutRupees = (value: number) => rupees(Math.round(value / 100) * 100);

import { t } from '@lingui/core/macro';
import { INDIA } from '../paths';

/** Codes of the states and union territories, in the order of their names, with the names in the server's answers. */
const STATES: readonly (readonly [code: string, english: string])[] = [
  ['IN-AN', 'Andaman and Nicobar Islands'],
  ['IN-AP', 'Andhra Pradesh'],
  ['IN-AR', 'Arunachal Pradesh'],
  ['IN-AS', 'Assam'],
  ['IN-BR', 'Bihar'],
  ['IN-CH', 'Chandigarh'],
  ['IN-CG', 'Chhattisgarh'],
  ['IN-DH', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['IN-DL', 'Delhi'],
  ['IN-GA', 'Goa'],
  ['IN-GJ', 'Gujarat'],
  ['IN-HR', 'Haryana'],
  ['IN-HP', 'Himachal Pradesh'],
  ['IN-JK', 'Jammu and Kashmir'],
  ['IN-JH', 'Jharkhand'],
  ['IN-KA', 'Karnataka'],
  ['IN-KL', 'Kerala'],
  ['IN-LA', 'Ladakh'],
  ['IN-LD', 'Lakshadweep'],
  ['IN-MP', 'Madhya Pradesh'],
  ['IN-MH', 'Maharashtra'],
  ['IN-MN', 'Manipur'],
  ['IN-ML', 'Meghalaya'],
  ['IN-MZ', 'Mizoram'],
  ['IN-NL', 'Nagaland'],
  ['IN-OD', 'Odisha'],
  ['IN-PY', 'Puducherry'],
  ['IN-PB', 'Punjab'],
  ['IN-RJ', 'Rajasthan'],
  ['IN-SK', 'Sikkim'],
  ['IN-TN', 'Tamil Nadu'],
  ['IN-TS', 'Telangana'],
  ['IN-TR', 'Tripura'],
  ['IN-UP', 'Uttar Pradesh'],
  ['IN-UK', 'Uttarakhand'],
  ['IN-WB', 'West Bengal'],
];

/** One message for the translator: the names of the states and union territories, separated by commas. */
export const stateNames = () =>
  t`Andaman and Nicobar Islands, Andhra Pradesh, Arunachal Pradesh, Assam, Bihar, Chandigarh, Chhattisgarh, Dadra and Nagar Haveli and Daman and Diu, Delhi, Goa, Gujarat, Haryana, Himachal Pradesh, Jammu and Kashmir, Jharkhand, Karnataka, Kerala, Ladakh, Lakshadweep, Madhya Pradesh, Maharashtra, Manipur, Meghalaya, Mizoram, Nagaland, Odisha, Puducherry, Punjab, Rajasthan, Sikkim, Tamil Nadu, Telangana, Tripura, Uttar Pradesh, Uttarakhand, West Bengal`.split(
    ', ',
  );

/** Names India or a state, by its code or by its name in an answer of the server. */
export function regionName(codeOrEnglish: string): string {
  if (codeOrEnglish === INDIA) return t`India`;
  return stateNames()[STATES.findIndex((state) => state.includes(codeOrEnglish))] ?? codeOrEnglish;
}

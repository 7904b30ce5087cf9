import { i18n } from '@lingui/core';
import { defineMessage, t } from '@lingui/core/macro';
import { INDIA } from '@/shared/paths';

/** The states and union territories by their code, as the server's answers name them. */
export const STATES: Readonly<Record<string, string>> = {
  'IN-AN': 'Andaman and Nicobar Islands',
  'IN-AP': 'Andhra Pradesh',
  'IN-AR': 'Arunachal Pradesh',
  'IN-AS': 'Assam',
  'IN-BR': 'Bihar',
  'IN-CH': 'Chandigarh',
  'IN-CG': 'Chhattisgarh',
  'IN-DH': 'Dadra and Nagar Haveli and Daman and Diu',
  'IN-DL': 'Delhi',
  'IN-GA': 'Goa',
  'IN-GJ': 'Gujarat',
  'IN-HR': 'Haryana',
  'IN-HP': 'Himachal Pradesh',
  'IN-JK': 'Jammu and Kashmir',
  'IN-JH': 'Jharkhand',
  'IN-KA': 'Karnataka',
  'IN-KL': 'Kerala',
  'IN-LA': 'Ladakh',
  'IN-LD': 'Lakshadweep',
  'IN-MP': 'Madhya Pradesh',
  'IN-MH': 'Maharashtra',
  'IN-MN': 'Manipur',
  'IN-ML': 'Meghalaya',
  'IN-MZ': 'Mizoram',
  'IN-NL': 'Nagaland',
  'IN-OD': 'Odisha',
  'IN-PY': 'Puducherry',
  'IN-PB': 'Punjab',
  'IN-RJ': 'Rajasthan',
  'IN-SK': 'Sikkim',
  'IN-TN': 'Tamil Nadu',
  'IN-TS': 'Telangana',
  'IN-TR': 'Tripura',
  'IN-UP': 'Uttar Pradesh',
  'IN-UK': 'Uttarakhand',
  'IN-WB': 'West Bengal',
};

/** One message for each state, by its name in answers. `npm run messages` reads them; the app has the catalogue. */
export const STATE_NAMES = [
  defineMessage({ id: 'state.Andaman and Nicobar Islands', message: 'Andaman and Nicobar Islands' }),
  defineMessage({ id: 'state.Andhra Pradesh', message: 'Andhra Pradesh' }),
  defineMessage({ id: 'state.Arunachal Pradesh', message: 'Arunachal Pradesh' }),
  defineMessage({ id: 'state.Assam', message: 'Assam' }),
  defineMessage({ id: 'state.Bihar', message: 'Bihar' }),
  defineMessage({ id: 'state.Chandigarh', message: 'Chandigarh' }),
  defineMessage({ id: 'state.Chhattisgarh', message: 'Chhattisgarh' }),
  defineMessage({
    id: 'state.Dadra and Nagar Haveli and Daman and Diu',
    message: 'Dadra and Nagar Haveli and Daman and Diu',
  }),
  defineMessage({ id: 'state.Delhi', message: 'Delhi' }),
  defineMessage({ id: 'state.Goa', message: 'Goa' }),
  defineMessage({ id: 'state.Gujarat', message: 'Gujarat' }),
  defineMessage({ id: 'state.Haryana', message: 'Haryana' }),
  defineMessage({ id: 'state.Himachal Pradesh', message: 'Himachal Pradesh' }),
  defineMessage({ id: 'state.Jammu and Kashmir', message: 'Jammu and Kashmir' }),
  defineMessage({ id: 'state.Jharkhand', message: 'Jharkhand' }),
  defineMessage({ id: 'state.Karnataka', message: 'Karnataka' }),
  defineMessage({ id: 'state.Kerala', message: 'Kerala' }),
  defineMessage({ id: 'state.Ladakh', message: 'Ladakh' }),
  defineMessage({ id: 'state.Lakshadweep', message: 'Lakshadweep' }),
  defineMessage({ id: 'state.Madhya Pradesh', message: 'Madhya Pradesh' }),
  defineMessage({ id: 'state.Maharashtra', message: 'Maharashtra' }),
  defineMessage({ id: 'state.Manipur', message: 'Manipur' }),
  defineMessage({ id: 'state.Meghalaya', message: 'Meghalaya' }),
  defineMessage({ id: 'state.Mizoram', message: 'Mizoram' }),
  defineMessage({ id: 'state.Nagaland', message: 'Nagaland' }),
  defineMessage({ id: 'state.Odisha', message: 'Odisha' }),
  defineMessage({ id: 'state.Puducherry', message: 'Puducherry' }),
  defineMessage({ id: 'state.Punjab', message: 'Punjab' }),
  defineMessage({ id: 'state.Rajasthan', message: 'Rajasthan' }),
  defineMessage({ id: 'state.Sikkim', message: 'Sikkim' }),
  defineMessage({ id: 'state.Tamil Nadu', message: 'Tamil Nadu' }),
  defineMessage({ id: 'state.Telangana', message: 'Telangana' }),
  defineMessage({ id: 'state.Tripura', message: 'Tripura' }),
  defineMessage({ id: 'state.Uttar Pradesh', message: 'Uttar Pradesh' }),
  defineMessage({ id: 'state.Uttarakhand', message: 'Uttarakhand' }),
  defineMessage({ id: 'state.West Bengal', message: 'West Bengal' }),
];

/** Names India or a state, by its code or by its name in an answer of the server. */
export function regionName(codeOrEnglish: string): string {
  if (codeOrEnglish === INDIA) return t`India`;
  const english = STATES[codeOrEnglish] ?? codeOrEnglish;
  const id = `state.${english}`;
  return Object.values(STATES).includes(english) ? i18n._(id) : english;
}

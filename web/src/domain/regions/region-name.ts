import { i18n, type MessageDescriptor } from '@lingui/core';
import { defineMessage, t } from '@lingui/core/macro';
import { INDIA } from '@/shared/paths';

/**
 * The states and union territories by their code, as the server's answers name them. The message of each has its English
 * name in its id. `npm run messages` reads them; the app has the catalogue.
 */
export const STATES: Readonly<Record<string, MessageDescriptor>> = {
  'IN-AN': defineMessage({ id: 'state.Andaman and Nicobar Islands', message: 'Andaman and Nicobar Islands' }),
  'IN-AP': defineMessage({ id: 'state.Andhra Pradesh', message: 'Andhra Pradesh' }),
  'IN-AR': defineMessage({ id: 'state.Arunachal Pradesh', message: 'Arunachal Pradesh' }),
  'IN-AS': defineMessage({ id: 'state.Assam', message: 'Assam' }),
  'IN-BR': defineMessage({ id: 'state.Bihar', message: 'Bihar' }),
  'IN-CH': defineMessage({ id: 'state.Chandigarh', message: 'Chandigarh' }),
  'IN-CG': defineMessage({ id: 'state.Chhattisgarh', message: 'Chhattisgarh' }),
  'IN-DH': defineMessage({
    id: 'state.Dadra and Nagar Haveli and Daman and Diu',
    message: 'Dadra and Nagar Haveli and Daman and Diu',
  }),
  'IN-DL': defineMessage({ id: 'state.Delhi', message: 'Delhi' }),
  'IN-GA': defineMessage({ id: 'state.Goa', message: 'Goa' }),
  'IN-GJ': defineMessage({ id: 'state.Gujarat', message: 'Gujarat' }),
  'IN-HR': defineMessage({ id: 'state.Haryana', message: 'Haryana' }),
  'IN-HP': defineMessage({ id: 'state.Himachal Pradesh', message: 'Himachal Pradesh' }),
  'IN-JK': defineMessage({ id: 'state.Jammu and Kashmir', message: 'Jammu and Kashmir' }),
  'IN-JH': defineMessage({ id: 'state.Jharkhand', message: 'Jharkhand' }),
  'IN-KA': defineMessage({ id: 'state.Karnataka', message: 'Karnataka' }),
  'IN-KL': defineMessage({ id: 'state.Kerala', message: 'Kerala' }),
  'IN-LA': defineMessage({ id: 'state.Ladakh', message: 'Ladakh' }),
  'IN-LD': defineMessage({ id: 'state.Lakshadweep', message: 'Lakshadweep' }),
  'IN-MP': defineMessage({ id: 'state.Madhya Pradesh', message: 'Madhya Pradesh' }),
  'IN-MH': defineMessage({ id: 'state.Maharashtra', message: 'Maharashtra' }),
  'IN-MN': defineMessage({ id: 'state.Manipur', message: 'Manipur' }),
  'IN-ML': defineMessage({ id: 'state.Meghalaya', message: 'Meghalaya' }),
  'IN-MZ': defineMessage({ id: 'state.Mizoram', message: 'Mizoram' }),
  'IN-NL': defineMessage({ id: 'state.Nagaland', message: 'Nagaland' }),
  'IN-OD': defineMessage({ id: 'state.Odisha', message: 'Odisha' }),
  'IN-PY': defineMessage({ id: 'state.Puducherry', message: 'Puducherry' }),
  'IN-PB': defineMessage({ id: 'state.Punjab', message: 'Punjab' }),
  'IN-RJ': defineMessage({ id: 'state.Rajasthan', message: 'Rajasthan' }),
  'IN-SK': defineMessage({ id: 'state.Sikkim', message: 'Sikkim' }),
  'IN-TN': defineMessage({ id: 'state.Tamil Nadu', message: 'Tamil Nadu' }),
  'IN-TS': defineMessage({ id: 'state.Telangana', message: 'Telangana' }),
  'IN-TR': defineMessage({ id: 'state.Tripura', message: 'Tripura' }),
  'IN-UP': defineMessage({ id: 'state.Uttar Pradesh', message: 'Uttar Pradesh' }),
  'IN-UK': defineMessage({ id: 'state.Uttarakhand', message: 'Uttarakhand' }),
  'IN-WB': defineMessage({ id: 'state.West Bengal', message: 'West Bengal' }),
};

/** Names India or a state, by its code or by its name in an answer of the server. */
export function regionName(codeOrEnglish: string): string {
  if (codeOrEnglish === INDIA) return t`India`;
  const id = STATES[codeOrEnglish]?.id ?? `state.${codeOrEnglish}`;
  return Object.values(STATES).some((state) => state.id === id) ? i18n._(id) : codeOrEnglish;
}

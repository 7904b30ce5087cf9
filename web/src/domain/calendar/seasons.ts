import { t } from '@lingui/core/macro';

/** Names a season of the crop calendar, such as kharif, or the word of a state, such as samba. */
export function seasonName(key: string): string {
  const known = key.replaceAll(' ', '_');
  const name = Object.hasOwn(SEASONS, known) ? SEASONS[known]?.() : undefined;
  return name ?? key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');
}

/** Names of the seasons, by their key. Functions, because the language may change after this module is loaded. */
export const SEASONS: Readonly<Record<string, () => string>> = {
  kharif: () => t`Kharif`,
  kharif_early: () => t`Early kharif`,
  late_kharif: () => t`Late kharif`,
  rabi: () => t`Rabi`,
  summer: () => t`Summer`,
  spring: () => t`Spring`,
  autumn: () => t`Autumn`,
  winter: () => t`Winter`,
  annual: () => t`All year`,
  year: () => t`All year`,
  aadi_pattam: () => t`Aadi pattam`,
  adsali: () => t`Adsali`,
  aghani: () => t`Aghani`,
  ahu: () => t`Ahu`,
  aman: () => t`Aman`,
  aus: () => t`Aus`,
  bhadai: () => t`Bhadai`,
  boro: () => t`Boro`,
  chithirai: () => t`Chithirai`,
  dalua: () => t`Dalua`,
  dalwa: () => t`Dalwa`,
  first_crop: () => t`First crop`,
  garma: () => t`Garma`,
  hingaru: () => t`Hingaru`,
  kar: () => t`Kar`,
  karthigai: () => t`Karthigai`,
  kodai: () => t`Kodai`,
  kuruvai: () => t`Kuruvai`,
  late_aus: () => t`Late aus`,
  margazhi: () => t`Margazhi`,
  masi: () => t`Masi`,
  mundakan: () => t`Mundakan`,
  navarai: () => t`Navarai`,
  pishanam: () => t`Pishanam`,
  preseasonal: () => t`Preseasonal`,
  puncha: () => t`Puncha`,
  purattasi_pattam: () => t`Purattasi pattam`,
  rainfed_samba: () => t`Rain-fed samba`,
  rice_fallow: () => t`Rice fallow`,
  sali: () => t`Sali`,
  samba: () => t`Samba`,
  satha: () => t`Satha`,
  second_crop: () => t`Second crop`,
  sorad: () => t`Sorad`,
  sornavari: () => t`Sornavari`,
  suggi: () => t`Suggi`,
  suru: () => t`Suru`,
  thaladi: () => t`Thaladi`,
  vaingan: () => t`Vaingan`,
  virippu: () => t`Virippu`,
  yasangi: () => t`Yasangi`,
  zaid: () => t`Zaid`,
};

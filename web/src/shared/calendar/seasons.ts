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
  adsali: () => t`Adsali`,
  aman: () => t`Aman`,
  aus: () => t`Aus`,
  boro: () => t`Boro`,
  chithirai: () => t`Chithirai`,
  kar: () => t`Kar`,
  kuruvai: () => t`Kuruvai`,
  margazhi: () => t`Margazhi`,
  masi: () => t`Masi`,
  mundakan: () => t`Mundakan`,
  navarai: () => t`Navarai`,
  pishanam: () => t`Pishanam`,
  preseasonal: () => t`Preseasonal`,
  puncha: () => t`Puncha`,
  samba: () => t`Samba`,
  sornavari: () => t`Sornavari`,
  suru: () => t`Suru`,
  thaladi: () => t`Thaladi`,
  virippu: () => t`Virippu`,
  yasangi: () => t`Yasangi`,
};

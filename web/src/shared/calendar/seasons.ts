import { t } from '@lingui/core/macro';

/**
 * Names a season of the crop calendar. The words of a state, such as samba, are names; they are shown as they are
 * written.
 */
export function seasonName(key: string): string {
  const name = Object.hasOwn(names, key) ? names[key]?.() : undefined;
  return name ?? key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');
}

/** Functions, because the language may change after this module is loaded. */
const names: Readonly<Record<string, () => string>> = {
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
};

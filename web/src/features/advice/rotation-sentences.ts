import { t } from '@lingui/core/macro';
import type { CropOnField } from '@/shared/api/advice';

/** Tells what the field's last crop means for a crop. */
export function afterLast({ after }: Pick<CropOnField, 'after'>): string | null {
  const why = after && whyAfter(after.why);
  if (!why) return null;
  return after.kind === 'better'
    ? t`Good after what stood here last: ${why}.`
    : t`After what stood here last: ${why}.`;
}

/** Says why a crop should or should not follow the last one, as a part of a sentence; null if the app is older. */
export const whyAfter = (why: string): string | null => {
  const words: Readonly<Record<string, string>> = {
    bacterial_wilt: t`bacterial wilt stays in the soil`,
    blotch_and_rot: t`purple blotch, rot and thrips stay on`,
    borers: t`borers and stalk rot stay on`,
    downy_mildew: t`downy mildew and ergot stay in the soil`,
    fertiliser_left: t`it lives on the fertiliser that is left`,
    fewer_diseases: t`fewer diseases of its own are in the soil`,
    fewer_nematodes: t`nematodes harm it little`,
    flooded: t`standing water has killed red rot and weeds`,
    leaf_fall: t`fallen leaves have fed the soil`,
    less_wilt: t`less wilt`,
    moisture_left: t`it lives on the water that is left in the soil`,
    nematodes: t`nematodes stay in the soil`,
    nitrogen_left: t`nitrogen is left in the soil`,
    other_roots: t`its roots feed at another depth`,
    pink_bollworm: t`pink bollworm stays on`,
    red_rot: t`red rot and wilt stay in the stubble`,
    restores: t`the soil recovers`,
    root_rot: t`root rot and leaf spot stay on`,
    rot_and_nematodes: t`leaf spot, rot and nematodes build up`,
    scab: t`scab and black scurf build up`,
    stored_rain: t`the rain of the fallow is stored in the soil`,
    striga: t`striga, shoot fly and rot build up`,
    third_crop: t`a third crop before the next paddy`,
    wilt: t`wilt stays in the soil for years`,
    yellow_mosaic: t`yellow mosaic stays on`,
  };
  return words[why] ?? null;
};

import { i18n } from '@lingui/core';
import { defineMessage } from '@lingui/core/macro';

/** One message for each crop, by its key. `npm run messages` reads them; the app has them from its catalogue. */
export const CROP_NAMES = [
  defineMessage({ id: 'crop.paddy', message: 'PADDY' }),
  defineMessage({ id: 'crop.cholam', message: 'CHOLAM' }),
  defineMessage({ id: 'crop.cumbo', message: 'CUMBU' }),
  defineMessage({ id: 'crop.ragi', message: 'RAGI' }),
  defineMessage({ id: 'crop.maize', message: 'MAIZE' }),
  defineMessage({ id: 'crop.redGram', message: 'RED GRAM' }),
  defineMessage({ id: 'crop.bengalGram', message: 'BENGAL GRAM' }),
  defineMessage({ id: 'crop.greenGram', message: 'GREEN GRAM' }),
  defineMessage({ id: 'crop.blackGram', message: 'BLACK GRAM' }),
  defineMessage({ id: 'crop.horseGram', message: 'HORSE GRAM' }),
  defineMessage({ id: 'crop.groundnut', message: 'GROUNDNUT' }),
  defineMessage({ id: 'crop.gingelly', message: 'GINGELLY' }),
  defineMessage({ id: 'crop.potato', message: 'POTATO' }),
  defineMessage({ id: 'crop.onion', message: 'ONION' }),
  defineMessage({ id: 'crop.sugarcane', message: 'SUGARCANE' }),
  defineMessage({ id: 'crop.cotton', message: 'COTTON' }),
];

/** Returns one of a crop's two names; its key if the app does not know it. */
export function nameOf(crop: string, kind: 'crop' | 'card'): string {
  const id = `${kind}.${crop}`;
  return `crop.${crop}` in i18n.messages ? i18n._(id) : crop;
}

/** Names a crop in tables: BLACK GRAM. */
export const cropName = (crop: string) => nameOf(crop, 'crop');

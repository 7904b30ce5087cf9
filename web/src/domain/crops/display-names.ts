import { defineMessage } from '@lingui/core/macro';
import { nameOf } from './crop-names';

/** One message for each crop, by its key, as for `CROP_NAMES`. */
export const DISPLAY_NAMES = [
  defineMessage({ id: 'card.paddy', message: 'Paddy' }),
  defineMessage({ id: 'card.cholam', message: 'Sorghum' }),
  defineMessage({ id: 'card.cumbo', message: 'Cumbu' }),
  defineMessage({ id: 'card.ragi', message: 'Ragi' }),
  defineMessage({ id: 'card.maize', message: 'Maize' }),
  defineMessage({ id: 'card.redGram', message: 'Red Gram' }),
  defineMessage({ id: 'card.bengalGram', message: 'Bengal Gram' }),
  defineMessage({ id: 'card.greenGram', message: 'Green Gram' }),
  defineMessage({ id: 'card.blackGram', message: 'Black Gram' }),
  defineMessage({ id: 'card.horseGram', message: 'Horse Gram' }),
  defineMessage({ id: 'card.groundnut', message: 'Groundnut' }),
  defineMessage({ id: 'card.gingelly', message: 'Gingelly' }),
  defineMessage({ id: 'card.potato', message: 'Potatoes' }),
  defineMessage({ id: 'card.onion', message: 'Onion' }),
  defineMessage({ id: 'card.sugarcane', message: 'Sugarcane' }),
  defineMessage({ id: 'card.cotton', message: 'Cotton' }),
];

/** Names a crop on cards and in titles: Sorghum for CHOLAM, Potatoes for POTATO. */
export const displayName = (crop: string) => nameOf(crop, 'card');

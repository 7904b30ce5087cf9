import { t } from '@lingui/core/macro';
import { nameAt } from './crop-names';

/** One message for the translator: the names of the sixteen crops on their own, separated by commas. */
export const displayNames = () =>
  t`Paddy, Sorghum, Cumbu, Ragi, Maize, Red Gram, Bengal Gram, Green Gram, Black Gram, Horse Gram, Groundnut, Gingelly, Potatoes, Onion, Sugarcane, Cotton`.split(
    ', ',
  );

/** Names a crop on cards and in titles: Sorghum for CHOLAM, Potatoes for POTATO. */
export const displayName = (crop: string) => nameAt(displayNames(), crop);

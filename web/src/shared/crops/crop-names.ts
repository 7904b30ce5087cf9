import { t } from '@lingui/core/macro';

/** Keys of the crops, in the order of their names. */
const KEYS = [
  'paddy',
  'cholam',
  'cumbo',
  'ragi',
  'maize',
  'redGram',
  'bengalGram',
  'greenGram',
  'blackGram',
  'horseGram',
  'groundnut',
  'gingelly',
  'potato',
  'onion',
  'sugarcane',
  'cotton',
];

/** One message for the translator: the names of the sixteen crops, separated by commas. */
export const cropNames = () =>
  t`PADDY, CHOLAM, CUMBU, RAGI, MAIZE, RED GRAM, BENGAL GRAM, GREEN GRAM, BLACK GRAM, HORSE GRAM, GROUNDNUT, GINGELLY, POTATO, ONION, SUGARCANE, COTTON`.split(
    ', ',
  );

/** Returns the name that belongs to a crop's key, of names in this order. */
export const nameAt = (names: readonly string[], crop: string) => names[KEYS.indexOf(crop)] ?? crop;

/** Names a crop in tables: BLACK GRAM. */
export const cropName = (crop: string) => nameAt(cropNames(), crop);

/** Returns rows with the names of their crops, for charts. */
export const named = <Row extends { crop: string }>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, name: cropName(row.crop) }));

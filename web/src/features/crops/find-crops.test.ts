import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Crop } from '@/shared/api/crops';
import { findCrops } from './crop-search';

const crop = (key: string, names: string[], ta: string, hi: string, others: string[]): Crop => ({
  crop: key,
  name: names[0] ?? '',
  display_name: names[1] ?? '',
  slug: names[2] ?? key,
  emoji: '',
  tamil_name: ta,
  hindi_name: hi,
  other_names: others,
  yield_min_kg_per_ha: 0,
  yield_max_kg_per_ha: 0,
});

const crops = [
  crop('cholam', ['CHOLAM', 'Sorghum', 'sorghum'], 'சோளம்', 'ज्वार', ['Jowar']),
  crop('maize', ['MAIZE', 'Maize'], 'மக்காச்சோளம்', 'मक्का', ['Makka', 'Makkacholam']),
  crop('redGram', ['RED GRAM', 'Red Gram'], 'துவரை', 'अरहर', ['तूर', 'Tur', 'Pigeon pea']),
  crop('greenGram', ['GREEN GRAM', 'Green Gram'], 'பாசிப்பயறு', 'मूंग', ['Moong']),
];

const found = (words: string) => findCrops(crops, words).map((one) => one.crop);

test.each([
  ['sorghum', ['cholam']],
  ['CHOLAM', ['cholam', 'maize']],
  ['makkac', ['maize']],
  ['jow', ['cholam']],
  ['redGram', ['redGram']],
  ['RED GRAM', ['redGram']],
  [' red-gram ', ['redGram']],
  ['redgram', ['redGram']],
  ['pigeonpea', ['redGram']],
  ['gram', ['redGram', 'greenGram']],
  ['m', ['maize', 'greenGram', 'cholam', 'redGram']],
  ['துவரை', ['redGram']],
  ['சோளம்', ['cholam', 'maize']],
  ['मक्का', ['maize']],
  ['तूर', ['redGram']],
  ['मू', ['greenGram']],
  ['Möong', ['greenGram']],
])('%j finds %j', (words, keys) => {
  expect(found(words)).toEqual(keys);
});

test.each(['', '   ', '-'])('%j is no word, so all crops stay', (words) => {
  expect(found(words)).toHaveLength(crops.length);
});

test.each(['wheat', '<script>', '.*', '__proto__', '🌾', 'x'.repeat(10_000)])('%j finds nothing', (words) => {
  expect(found(words)).toEqual([]);
});

const ENTRIES = resolve(import.meta.dirname, '../../../../data/crops');

/** The crops with the names of their entries. */
const known = readdirSync(ENTRIES).map((file) => {
  const entry = readFileSync(resolve(ENTRIES, file), 'utf8');
  const names = (list: string) =>
    [...(new RegExp(`^${list} = \\[(.*)\\]`, 'm').exec(entry)?.[1]?.matchAll(/"([^"]*)"/g) ?? [])].map(
      ([, name = '']) => name,
    );
  const [ta = '', ...others] = names('tamil_names');
  const [hi = '', ...more] = names('hindi_names');
  const key = file.replace('.toml', '');
  return crop(key, [key], ta, hi, [...others, ...more, ...names('other_names')]);
});

test.each([
  ['nel', 'paddy'],
  ['dhan', 'paddy'],
  ['dhaan', 'paddy'],
  ['cholam', 'cholam'],
  ['jowar', 'cholam'],
  ['kambu', 'cumbo'],
  ['bajra', 'cumbo'],
  ['kelvaragu', 'ragi'],
  ['kezhvaragu', 'ragi'],
  ['makka', 'maize'],
  ['thuvarai', 'redGram'],
  ['tuvarai', 'redGram'],
  ['toor', 'redGram'],
  ['arhar', 'redGram'],
  ['kondaikadalai', 'bengalGram'],
  ['chana', 'bengalGram'],
  ['pasipayaru', 'greenGram'],
  ['paasipayaru', 'greenGram'],
  ['moong', 'greenGram'],
  ['ulundhu', 'blackGram'],
  ['ulundu', 'blackGram'],
  ['uzhundhu', 'blackGram'],
  ['urad', 'blackGram'],
  ['kollu', 'horseGram'],
  ['kulthi', 'horseGram'],
  ['nilakkadalai', 'groundnut'],
  ['moongfali', 'groundnut'],
  ['ellu', 'gingelly'],
  ['til', 'gingelly'],
  ['urulaikizhangu', 'potato'],
  ['aloo', 'potato'],
  ['vengayam', 'onion'],
  ['pyaaz', 'onion'],
  ['karumbu', 'sugarcane'],
  ['ganna', 'sugarcane'],
  ['paruthi', 'cotton'],
  ['kapas', 'cotton'],
  ['kapaas', 'cotton'],
  ['उड़द', 'blackGram'],
  ['உளுந்து', 'blackGram'],
  ['मूंगफली', 'groundnut'],
  ['நிலக்கடலை', 'groundnut'],
])('%s is found first as %s', (words, key) => {
  expect(findCrops(known, words)[0]?.crop).toBe(key);
});

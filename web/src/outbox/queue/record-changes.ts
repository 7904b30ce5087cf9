import type { FarmerRecord } from '@/shared/api/record';
import { HECTARE_M2 } from '@/shared/measures';
import { isOfRecord, type RecordKind, type Write, type WriteOf } from './writes';

/** What a form changes in the record. */
export type RecordChange = { [K in RecordKind]: Pick<WriteOf<K>, 'kind' | 'body'> }[RecordKind];

/** What one tap on a crop changes in it. */
type KnownCrop = Pick<WriteOf<'known-crop'>, 'kind' | 'body'>;

/** The change of this kind that would leave the record as it is. */
export function asChange(kind: RecordKind, record: FarmerRecord): RecordChange {
  const { number, place, district, npk, land_ha, land_entered: land, water, soil, last_crop } = record;
  switch (kind) {
    case 'profile':
      return { kind, body: { number, place } };
    case 'npk':
      return { kind, body: npk };
    case 'place':
      return { kind, body: { place, district: district?.key ?? null } };
    case 'land':
      return { kind, body: land ? { land: { value: land.value, unit: land.unit } } : { land_ha } };
    case 'water':
      return { kind, body: { water } };
    case 'soil':
      return { kind, body: { soil } };
    case 'last-crop':
      return { kind, body: { last_crop } };
  }
}

/** What the farmer sees of the record where a change of this kind changes it. */
export const partOf = (kind: RecordKind, record: FarmerRecord): string =>
  JSON.stringify(asChange(kind, record).body);

/** The record with a change that the server has not answered yet. The district of a new place is not known then. */
export function changed(record: FarmerRecord, change: RecordChange | KnownCrop): FarmerRecord {
  switch (change.kind) {
    case 'profile': {
      const { number, place } = change.body;
      return { ...record, number, place, complete: number !== '' && place !== '' };
    }
    case 'npk': {
      // A nutrient that is not tested is 0.
      const { n, p, k } = change.body;
      const npk = { n: n ?? 0, p: p ?? 0, k: k ?? 0 };
      return { ...record, npk, soil_test: Object.values(npk).some(Boolean) ? 'tested' : 'not_tested' };
    }
    case 'place': {
      const { place, district: key } = change.body;
      const chosen = record.candidates.find((one) => one.key === key);
      return { ...record, place, district: chosen ?? (key ? { ...UNNAMED, key } : record.district) };
    }
    case 'land':
      return { ...record, ...landOf(record, change.body) };
    case 'water':
      return { ...record, water: change.body.water };
    case 'soil':
      return { ...record, soil: change.body.soil };
    case 'last-crop':
      return { ...record, last_crop: change.body.last_crop };
    case 'known-crop': {
      const { crop, known } = change.body;
      const others = record.known_crops.filter((key) => key !== crop);
      return { ...record, known_crops: known ? [...others, crop] : others };
    }
  }
}

/** Returns true if a write changes the record. */
export const isChange = (write: Write): write is Extract<Write, { kind: RecordKind | 'known-crop' }> =>
  isOfRecord(write.kind) || write.kind === 'known-crop';

const UNNAMED = { name: '', state: '', region: '' };

function landOf({ land_units }: FarmerRecord, { land_ha, land }: WriteOf<'land'>['body']) {
  if (!land) return { land_ha: land_ha ?? null, land_entered: null };
  const offered = land_units.offered.find(({ unit }) => unit === land.unit);
  const squareMetres = land.unit_square_metres ?? offered?.square_metres ?? 0;
  return {
    land_ha: (land.value * squareMetres) / HECTARE_M2,
    land_entered: { ...land, unit_square_metres: land.unit_square_metres ?? null },
  };
}

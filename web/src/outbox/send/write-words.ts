import { t } from '@lingui/core/macro';
import { dayInIndia } from '@/domain/calendar/days';
import { cropName } from '@/domain/crops/crop-names';
import { enteredAmount, hectaresInWords } from '@/domain/land/units';
import { lastCropName, soilName, waterName } from '@/domain/land/water-and-soil';
import { varietyLabel } from '@/domain/sowing/maturity';
import type { Entry } from '@/outbox/queue/entry';
import { savedAt } from '@/outbox/queue/saved-at';
import type { RecordKind, Write, WriteOf } from '@/outbox/queue/writes';
import type { LandUnit } from '@/shared/api/land-size';
import { calendarDate } from '@/shared/format/dates';
import { plain } from '@/shared/format/numbers';

/** What the screen of a write says after it is saved; null if it says nothing. */
export function savedSentence({ kind, body }: Write): string | null {
  switch (kind) {
    case 'sow':
    case 'sow-plan':
      return t`Crop and field size added successfully!!!!`;
    case 'plan':
      return t`Your plan is noted.`;
    case 'drop-plan':
      return t`The plan was dropped.`;
    case 'close':
      return body.outcome === 'failed' ? t`It is noted that this crop failed.` : t`The harvest is noted.`;
    case 'mature':
      return t`The variety is noted.`;
    case 'withdraw':
      return t`The sowing was withdrawn.`;
    case 'profile':
      return t`User data saved!`;
    case 'npk':
      return t`NPK updated successfully!`;
    case 'place':
      return t`Place updated successfully!`;
    case 'land':
      return body.land || body.land_ha ? t`Your land is noted.` : t`Your land is no longer noted.`;
    default:
      return null;
  }
}

/** Says what a kept write is about, in a list of several. `crop` is that of its sowing or plan, if it is known. */
export function describeWrite(entry: Entry, crop: string | undefined): string {
  const { kind, body } = entry.write;
  const at = savedAt(entry);
  const name = crop ? cropName(crop) : t`A sowing`;
  switch (kind) {
    case 'sow': {
      const sown = cropName(body.crop);
      const [size, day] = [sizeOf(body), dayOf(body.sown_on, at)];
      return day ? t`Sowing of ${sown}, ${size}, ${day}` : t`Sowing of ${sown}, ${size}`;
    }
    case 'plan': {
      const planned = cropName(body.crop);
      const size = sizeOf(body);
      return t`Plan to sow ${planned}, ${size}`;
    }
    case 'sow-plan': {
      const day = dayOf(body.sown_on, at);
      return day ? t`${name}: the plan was sown on ${day}` : t`${name}: the plan was sown`;
    }
    case 'drop-plan':
      return t`${name}: the plan is dropped`;
    case 'close':
      return body.outcome === 'failed' ? t`${name}: the crop failed` : t`${name}: harvested`;
    case 'mature': {
      const variety = varietyLabel(body.maturity);
      return t`${name}: ${variety}`;
    }
    case 'withdraw':
      return t`${name}: the sowing is withdrawn`;
    case 'undo-closing':
    case 'undo-withdrawal':
      return t`${name}: undone`;
    default:
      return describeChange({ kind, body } as Change);
  }
}

type Changing = RecordKind | 'known-crop' | 'unit' | 'language' | 'unknown';
type Named = Parameters<typeof lastCropName>[1];
type Change = { [K in Changing]: Pick<WriteOf<K>, 'kind' | 'body'> }[Changing];

/** Says what a change of the record is about. `record` is the one that it is of, if it is known. */
export function describeChange({ kind, body }: Change, record: Named = { outside_crops: [] }): string {
  switch (kind) {
    case 'profile': {
      const { number, place } = body;
      return t`Number and place: ${number}, ${place}`;
    }
    case 'npk': {
      const values = [body.n, body.p, body.k]
        .map((value) => (value ? plain(value, 3) : t`not tested`))
        .join(', ');
      return t`Soil test (N, P, K): ${values}`;
    }
    case 'place': {
      const { place } = body;
      return t`Place: ${place}`;
    }
    case 'land': {
      const size =
        body.land || body.land_ha
          ? sizeOf({ field_size: body.land, field_size_ha: body.land_ha })
          : t`Not said`;
      return t`My land: ${size}`;
    }
    case 'water': {
      const water = body.water ? waterName(body.water) : t`Not said`;
      return t`Water of the field: ${water}`;
    }
    case 'soil': {
      const soil = body.soil ? soilName(body.soil) : t`Not said`;
      return t`Soil of the field: ${soil}`;
    }
    case 'last-crop': {
      const lastCrop = body.name ?? (body.last_crop ? lastCropName(body.last_crop, record) : t`Not said`);
      return t`What stood here last: ${lastCrop}`;
    }
    case 'known-crop': {
      const crop = cropName(body.crop);
      return body.known ? t`You know ${crop}` : t`You do not know ${crop}`;
    }
    case 'unit':
      return t`Unit of land`;
    case 'language':
      return t`Language`;
    case 'unknown':
      return t`An entry of a newer Grow`;
  }
}

interface Size {
  field_size_ha?: number | null | undefined;
  field_size?: { value: number; unit: LandUnit } | undefined;
}

const sizeOf = ({ field_size_ha: hectares, field_size: size }: Size) =>
  size ? enteredAmount(size) : hectaresInWords(hectares ?? 0);

/** Without a day, a sowing is of the day on which it was saved. Null if that is not known either. */
const dayOf = (day: string | null | undefined, savedAt: number) =>
  day || savedAt > 0 ? calendarDate(day ?? dayInIndia(savedAt)) : null;

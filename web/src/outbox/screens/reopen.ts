import { dayInIndia } from '@/domain/calendar/days';
import { inputNames } from '@/domain/land/land-size';
import type { Entry } from '@/outbox/queue/entry';
import { paths } from '@/shared/paths';

/** The form of a write, and its texts by the names of the inputs. */
interface Reopened {
  path: string;
  form: string;
  texts: Readonly<Record<string, string>>;
}

type Kept = Pick<Entry, 'write' | 'at'>;

/** Returns the form in which a refused write can be changed; null if there is none, or it has nothing to change.
 * `crop` is that of a plan, if it is known. */
export function reopened({ write: { kind, body }, at }: Kept, crop?: string): Reopened | null {
  switch (kind) {
    case 'sow': {
      const { crop, field_size_ha, field_size, sown_on, maturity } = body;
      const names = inputNames('field_size');
      const texts = told({
        crop,
        [names.hectares]: field_size_ha,
        [names.value]: field_size?.value,
        [names.unit]: field_size?.unit,
        [names.unitSize]: field_size?.unit_square_metres,
        sown_on: dayOf(sown_on, at),
        maturity,
      });
      return { path: paths.sow, form: 'sow', texts };
    }
    case 'sow-plan': {
      // The plan is over, so that the sowing is recorded without it.
      const texts = told({ crop, sown_on: dayOf(body.sown_on, at), maturity: body.maturity });
      return crop ? { path: paths.sow, form: 'sow', texts } : null;
    }
    case 'profile':
      return { path: paths.completeProfile, form: 'profile', texts: told({ ...body }) };
    case 'place':
      return { path: paths.place, form: 'place', texts: told({ ...body }) };
    case 'npk':
      // The write has elements by the hectare, whichever report was typed in.
      return { path: paths.npk, form: 'npk', texts: told({ report: 'elements-ha', ...body }) };
    default:
      return null;
  }
}

/** Without a day it is of the day on which it was saved, and not of today. */
const dayOf = (day: string | null | undefined, at: number) => day ?? (at > 0 ? dayInIndia(at) : null);

/** Only what is said, as texts. */
const told = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );

import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { phoneNumberWanted } from '@/shared/forms/form-problems';
import { latinDigits } from '@/shared/forms/latin-digits';
import { phoneNumber } from '@/shared/forms/phone-number';
import { hasAtMostTwoDecimals } from '@/shared/forms/two-decimals';
import { visible } from '@/shared/forms/visible-text';
import { fromReport, mostOf, SOIL_REPORTS, type SoilReport } from './soil-report';

/** Maximum in kg/ha; the server has the same limit. */
const NPK_MAX = 2000;

const seen = v.pipe(v.string(), v.transform(visible));

const filled = v.pipe(
  seen,
  v.nonEmpty(() => t`Please fill in both fields`),
);

/** Key of the chosen district, if any. */
const district = v.exactOptional(v.string());

const phone = v.pipe(
  filled,
  v.check((text) => phoneNumber(text) !== null, phoneNumberWanted),
  v.transform((text) => phoneNumber(text) ?? text),
);

/** The server reads a PIN code of digits 0-9. */
const latin = v.transform(latinDigits);

/** The place comes first: missing values are reported before invalid ones. */
export const profileRules = v.object({ place: v.pipe(filled, latin), number: phone, district });

/** An empty place is valid. The caller tells the farmer about it. */
export const placeRules = v.object({ place: v.pipe(seen, latin), district });

/** Validates a value of a soil report. An empty one, like 0, was not tested. */
function nutrient(report: SoilReport, name: 'n' | 'p' | 'k') {
  const most = mostOf(report, name, NPK_MAX);
  const wanted = () => t`Enter a number from 0 to ${most}.`;
  return v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => Number(text) >= 0 && Number(text) <= most, wanted),
    v.check(hasAtMostTwoDecimals, () => t`Use at most two decimals.`),
    v.transform((text) => fromReport(report, name, Number(text))),
  );
}

/** Validates N, P and K as a report gives them, and converts them to kg/ha of the elements. */
const npkOf = (report: SoilReport) =>
  v.object({ n: nutrient(report, 'n'), p: nutrient(report, 'p'), k: nutrient(report, 'k') });

export const npkRules = v.lazy((texts: unknown) =>
  npkOf(SOIL_REPORTS.find((report) => report === (texts as { report?: string }).report) ?? 'elements-ha'),
);

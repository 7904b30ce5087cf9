import { t } from '@lingui/core/macro';
import { dayMonth } from '@/domain/calendar/days';
import { cropInSentence } from '@/domain/crops/crop-words';
import type { Yardstick } from '@/domain/land/yardstick';
import { regionName } from '@/domain/regions/region-name';
import type { AdvisedCrop, CropOnField, LeftPerHectare } from '@/shared/api/advice';
import { aboutRupees, perHundred, rupees, whole } from '@/shared/format/numbers';

/** Tells what is still needed of a crop, plans included. What lies within the error of the figures is no need. */
export function openNeed({
  crop: key,
  need_open_percent: open,
  error_percent: error,
  imports,
}: Pick<AdvisedCrop, 'crop' | 'need_open_percent' | 'error_percent' | 'imports'>): string {
  const crop = cropInSentence(key);
  if (imports && open <= error) return t`India needs more ${crop} than it grows, and imports it today`;
  if (Math.abs(open) <= error) return t`About as much ${crop} is on the way as India needs`;
  const percent = whole(Math.abs(open));
  return open < 0
    ? t`More ${crop} is on the way than India needs: ${percent} % too much`
    : t`India still needs ${percent} % of its ${crop}`;
}

type Money = Pick<AdvisedCrop, 'leaves' | 'lacking'>;

/** Tells what a usual and a poor year leave after costs, for the farmer's piece of land; or why nobody can say. */
export function leavesSentences({ leaves, lacking }: Money, { hectares, each }: Yardstick): string[] {
  if (!leaves) return lacking ? [notKnown(lacking)] : [];
  const of = (sum: number) => aboutRupees(Math.abs(sum) * hectares);
  const sentences = [usualYear(leaves.usual_year, of, each), poorYear(leaves, of)];
  if (leaves.by_product_part > MUCH_FODDER) sentences.push(t`With fodder.`);
  return sentences;
}

/** A larger part of what a crop brings is said. */
const MUCH_FODDER = 0.2;

const notKnown = (lacking: NonNullable<AdvisedCrop['lacking']>): string =>
  ({
    survey: t`What it leaves after costs is not known: no survey of its cost fits the land here.`,
    'unwatered-yield': t`What it leaves after costs is not known: the yields of your state are of watered land.`,
  })[lacking];

function usualYear(
  { low, high }: LeftPerHectare['usual_year'],
  of: (sum: number) => string,
  each: string,
): string {
  const [from, to] = [of(low), of(high)];
  if (low === high)
    return low >= 0
      ? t`A usual year leaves ${to} ${each} after costs.`
      : t`A usual year loses ${to} ${each} after costs.`;
  if (low >= 0) return t`A usual year leaves ${from} to ${to} ${each} after costs.`;
  if (high >= 0) return t`A usual year leaves up to ${to} ${each} after costs, or loses up to ${from}.`;
  return t`A usual year loses ${to} to ${from} ${each} after costs.`;
}

/** Where the harvests of past years are not known, a poor year is one of poor prices: drought is not in it. */
function poorYear(
  { poor_year: left, poor_yield_kg }: Pick<LeftPerHectare, 'poor_year' | 'poor_yield_kg'>,
  of: (sum: number) => string,
): string {
  const sum = of(left);
  if (poor_yield_kg === null)
    return left >= 0 ? t`With a poor price it leaves ${sum}.` : t`With a poor price it loses ${sum}.`;
  return left >= 0 ? t`A poor one leaves ${sum}.` : t`A poor one loses ${sum}.`;
}

/** Tells what the nearest market, or the markets of a region, paid. Null where none tells. */
export function soldSentence({ sold }: Pick<CropOnField, 'sold'>): string | null {
  if (!sold) return null;
  const [sum, low, high] = [rupees(sold.median), rupees(sold.low), rupees(sold.high)];
  const day = dayMonth(sold.last_day);
  const { market } = sold;
  const region = regionName(sold.region);
  const place = market ? t`${market} market` : t`Markets of ${region}`;
  const said = t`${place}, week until ${day}: ${sum} a quintal (${low} to ${high}).`;
  return sold.is_old ? `${said} ${t`That is long ago.`}` : said;
}

/** Tells the part of the land of these days that neighbours sow with it. */
export function neighboursSow({ share_here }: Pick<AdvisedCrop, 'share_here'>): string {
  const [hectares, of] = perHundred(share_here);
  return t`Neighbours sow it on ${hectares} of ${of} ha`;
}

/** Tells what the field's soil and last crop make harder for a crop. */
export function fieldDoubts({ soil_fit, after }: Pick<CropOnField, 'soil_fit' | 'after'>): string[] {
  const doubts = [];
  if (soil_fit === 'avoid')
    doubts.push(t`It often fails on your kind of soil: ask who grows it on such soil.`);
  if (soil_fit === 'caution') doubts.push(t`On your kind of soil it needs care.`);
  if (after?.kind === 'avoid') doubts.push(t`It should not follow what stood here last.`);
  if (after?.kind === 'worse') doubts.push(t`It does worse after what stood here last.`);
  return doubts;
}

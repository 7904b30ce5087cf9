import { t } from '@lingui/core/macro';
import type { CropEntry } from '@/shared/api/crop-entry';
import { about } from '@/shared/format/field-figures';
import { plain } from '@/shared/format/numbers';
import { HECTARES_OF_AN_ACRE } from '@/shared/measures';

export interface Figure {
  label: string;
  value: string;
  unit: string;
}

/** Formats a range: '10 - 15', or '30' if both ends are the same. */
const span = (min: string, max: string): string => (min === max ? min : `${min} - ${max}`);

/** The seed for a hectare, or for an acre; of sugarcane the number of setts. */
export function seedFigure(
  { kg_per_ha, pieces_per_ha, form }: CropEntry['seed_rate'],
  inAcres: boolean,
): Figure {
  const { min, max } = pieces_per_ha ?? kg_per_ha;
  const figure = (perHectare: number) =>
    inAcres ? about(perHectare * HECTARES_OF_AN_ACRE) : plain(perHectare, 1);
  return {
    label: form ? t`Seed: ${form}` : t`Seed`,
    value: span(figure(min), figure(max)),
    unit: seedUnit(!!pieces_per_ha, inAcres),
  };
}

function seedUnit(areCounted: boolean, inAcres: boolean): string {
  if (areCounted) return inAcres ? t`pieces / acre` : t`pieces / hectare`;
  return inAcres ? t`kg / acre` : t`kg / hectare`;
}

/** The spacing of rows and, where there is one, of plants. */
export function spacingFigures({ rows_cm, plants_cm }: CropEntry['spacing']): Figure[] {
  const figure = (label: string, { min, max }: { min: number; max: number }) => ({
    label,
    value: span(plain(min, 1), plain(max, 1)),
    unit: t`cm`,
  });
  const rows = figure(t`Between rows`, rows_cm);
  return plants_cm ? [rows, figure(t`Between plants`, plants_cm)] : [rows];
}

/** The water that the crop uses from sowing to harvest, by season. */
export const waterFigures = (uses: CropEntry['water_use']): Figure[] =>
  uses.map(({ season, uses_mm: { min, max } }) => ({
    label: sownIn(season),
    value: span(plain(min, 0), plain(max, 0)),
    unit: t`mm`,
  }));

/** The days to harvest of each class of varieties. */
export const dayFigures = ({ classes }: CropEntry['maturity_days']): Figure[] =>
  classes.map(({ maturity, min_days, max_days }) => ({
    label: className(maturity),
    value: span(plain(min_days, 0), plain(max_days, 0)),
    unit: t`days`,
  }));

function className(maturity: string): string {
  const words: Readonly<Record<string, string>> = { early: t`Early varieties`, medium: t`Medium varieties` };
  return words[maturity] ?? t`Late varieties`;
}

/** Names the season of a sowing. */
export function sownIn(season: string): string {
  const words: Readonly<Record<string, string>> = {
    kharif: t`Sown in kharif`,
    rabi: t`Sown in rabi`,
    summer: t`Sown in summer`,
  };
  return words[season] ?? t`All year`;
}

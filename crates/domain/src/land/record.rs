//! What a land table holds of one district.

use super::Probabilities;
use super::shares::WHOLE;
use crate::other_crops::OtherCrop;
use crate::{Crop, District, PerCrop, Season, Soil};

/// A whole, in ten-thousandths.
pub const TEN_THOUSAND: u16 = 10_000;

/// Number of districts named in the reasons.
const NAMED: usize = 3;

/// The most other crops that are kept of a season.
const OTHERS: usize = 5;

/// What is known of the land of a district.
#[derive(Clone, Debug, PartialEq)]
pub struct DistrictLand {
    /// What its farmers were observed to grow.
    pub observed: Option<Observed>,
    /// What is expected to grow there, by their shares and the model's. `None` if no land like it is known.
    pub expected: Option<Expected>,
    /// For each crop the most limiting factor of the climate of the fields; `None` if all are in the optimum range.
    pub limits: PerCrop<Option<Limit>>,
    /// For each crop, in which seasons and with what water its land is sown.
    pub sown: PerCrop<Sown>,
    /// The usual texture of its fields, until a farmer says otherwise.
    pub soil: Soil,
    /// The land under all field crops in each season, in the order of [`Season::ALL`].
    pub all_land: [SeasonLand; 4],
}

/// The land under all field crops that is sown in a season of a usual year. Of [`Season::Year`], that of the whole
/// year. Vegetables but potato and onion, fodder, fruit and trees are left out: the statistics give them no season.
#[derive(Clone, Debug, PartialEq)]
pub struct SeasonLand {
    /// Part of the year's land that is sown in the season, in ten-thousandths; a whole in [`Season::Year`]. 0 where
    /// nothing is known.
    pub land: u16,
    /// Part of it that the sixteen crops take, in ten-thousandths. A whole where nothing is known.
    pub sixteen: u16,
    /// The largest of the other crops with their parts of it in ten-thousandths, at most five, the largest first. Of
    /// [`Season::Year`], those that stand for a year.
    pub others: Vec<(OtherCrop, u16)>,
    /// Whose figures these are.
    pub origin: Origin,
}

/// Observed shares of a district, mean of several years.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// Part of each crop in the area of the sixteen crops.
    pub shares: Probabilities,
    /// Area of the sixteen crops, ha a year. Land sown twice a year counts twice.
    pub area_ha: u32,
    /// Number of years in the mean.
    pub years: u16,
}

/// The year's shares that are expected of the land of a district, and what they rest on.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The shares on an untested soil.
    pub shares: Probabilities,
    /// The weighted mean of the shares of all districts that they rest on.
    pub weighted: Probabilities,
    /// What the climate envelope adds to each share, in millionths; negative where it takes away.
    pub by_envelope: PerCrop<i32>,
    /// The districts that weigh most, the heaviest first; the own district is among them if it was observed.
    pub sources: Vec<Source>,
    /// Number of further districts.
    pub others: u16,
}

/// A district that expected shares rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The district.
    pub district: District,
    /// Its weight in millionths. The weights of all districts sum to 1.
    pub weight: u32,
}

/// In which seasons and with what water a crop's land in a district is sown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sown {
    /// Parts of the land that are sown in kharif, rabi and summer, in ten-thousandths. They sum to a whole, but
    /// for sugarcane, which stands all year: 0 in each.
    pub seasons: [u16; 3],
    /// What these parts rest on most.
    pub seasons_of: Origin,
    /// The crop's observed area in the district, ha a year; 0 if it was not observed.
    pub area_ha: u32,
    /// The irrigated part of the land, in ten-thousandths.
    pub irrigated: u16,
    /// What this part rests on.
    pub irrigated_of: Origin,
    /// First and last year of the irrigated part, where it is the district's own.
    pub irrigated_years: Option<(u16, u16)>,
}

/// Whose figures a part rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The district's own.
    Own,
    /// Those of its state, the nearest districts first.
    State,
    /// India's.
    #[default]
    India,
}

/// A limiting factor of a climate for a crop, and its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// Killing frost occurs in every season that is long enough.
    KillingFrost,
    /// Degrees Celsius below the optimum range.
    TooCold(f64),
    /// Degrees Celsius above the optimum range.
    TooHot(f64),
    /// Seasonal rain below the optimum range, mm. Irrigation can supply it: 'needs about 1,400 mm more water than your
    /// rain gives'.
    WaterDeficit(f64),
    /// Seasonal rain above the optimum range, mm. Drainage must remove it.
    WaterExcess(f64),
}

impl DistrictLand {
    /// The year's shares: those that are expected, else those that were observed. `None` if neither is known.
    pub fn year(&self) -> Option<&Probabilities> {
        let expected = self.expected.as_ref().map(|expected| &expected.shares);
        expected.or_else(|| self.observed.as_ref().map(|observed| &observed.shares))
    }

    /// The land under all field crops in a season.
    pub fn all_land(&self, season: Season) -> &SeasonLand {
        let [kharif, rabi, summer, year] = &self.all_land;
        match season {
            Season::Kharif => kharif,
            Season::Rabi => rabi,
            Season::Summer => summer,
            Season::Year => year,
        }
    }

    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self {
        observed: None,
        expected: None,
        limits: PerCrop::all(None),
        sown: PerCrop::all(Sown {
            seasons: [0; 3],
            seasons_of: Origin::India,
            area_ha: 0,
            irrigated: 0,
            irrigated_of: Origin::India,
            irrigated_years: None,
        }),
        soil: Soil::Medium,
        all_land: [const { SeasonLand::UNKNOWN }; 4],
    };

    /// Length of a record, bytes.
    pub(super) const LENGTH: usize =
        1 + 4 + 2 + NAMED * (2 + 3) + 2 + 16 * (3 + 3 + 3 + 3 + 3 + Sown::LENGTH) + 4 * SeasonLand::LENGTH;

    /// Appends the record to a file.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let Self { observed, expected, limits, sown, soil, all_land } = self;
        out.push(u8::from(observed.is_some()) | u8::from(expected.is_some()) << 1 | (*soil as u8) << 2);
        out.extend(observed.as_ref().map_or(0, |observed| observed.area_ha).to_le_bytes());
        out.extend(observed.as_ref().map_or(0, |observed| observed.years).to_le_bytes());
        let sources = expected.as_ref().map(|expected| expected.sources.as_slice()).unwrap_or_default();
        for at in 0..NAMED {
            let source = sources.get(at);
            out.extend(source.map_or(u16::MAX, |source| number(source.district)).to_le_bytes());
            write_three(out, source.map_or(0, |source| source.weight));
        }
        out.extend(expected.as_ref().map_or(0, |expected| expected.others).to_le_bytes());
        for crop in Crop::all() {
            write_three(out, observed.as_ref().map_or(0, |observed| observed.shares.millionths_of(crop)));
            write_three(out, expected.as_ref().map_or(0, |expected| expected.shares.millionths_of(crop)));
            write_three(out, expected.as_ref().map_or(0, |expected| expected.weighted.millionths_of(crop)));
            let by_envelope = expected.as_ref().map_or(0, |expected| expected.by_envelope[crop]);
            write_three(out, by_envelope.unsigned_abs() << 1 | u32::from(by_envelope < 0));
            write_limit(out, limits[crop]);
            sown[crop].write(out);
        }
        for season in all_land {
            season.write(out);
        }
    }

    /// Reads a record. `None` if it is not one that is written.
    pub(super) fn read(record: &[u8]) -> Option<Self> {
        let from = &mut Reader(record);
        let flags = from.u8()?;
        let soil = *Soil::ALL.get(usize::from(flags >> 2))?;
        let (area_ha, years) = (u32::from_le_bytes(from.bytes()?), from.u16()?);
        let mut sources = Vec::new();
        for _ in 0..NAMED {
            let (district, weight) = (from.u16()?, from.three()?);
            if district != u16::MAX {
                sources.push(Source { district: District::from_index(district)?, weight });
            }
        }
        let others = from.u16()?;
        let [mut observed, mut shares, mut weighted] = [PerCrop::all(0); 3];
        let (mut by_envelope, mut limits, mut sown) = (PerCrop::all(0), PerCrop::all(None), PerCrop::default());
        for crop in Crop::all() {
            (observed[crop], shares[crop], weighted[crop]) = (from.three()?, from.three()?, from.three()?);
            let twice = from.three()?;
            by_envelope[crop] = i32::try_from(twice >> 1).ok()? * if twice & 1 == 1 { -1 } else { 1 };
            from.read_limit(&mut limits[crop])?;
            sown[crop] = Sown::read(from)?;
        }
        let all_land =
            [SeasonLand::read(from)?, SeasonLand::read(from)?, SeasonLand::read(from)?, SeasonLand::read(from)?];
        let observed = if flags & 1 == 0 {
            None
        } else {
            Some(Observed { shares: Probabilities::of_millionths(observed)?, area_ha, years })
        };
        let expected = if flags & 2 == 0 {
            None
        } else {
            let named: u32 = sources.iter().map(|source| source.weight).sum();
            (named <= WHOLE && sources.is_sorted_by(|a, b| a.weight >= b.weight)).then_some(())?;
            let shares = Probabilities::of_millionths(shares)?;
            let weighted = Probabilities::of_millionths(weighted)?;
            Some(Expected { shares, weighted, by_envelope, sources, others })
        };
        Some(Self { observed, expected, limits, sown, soil, all_land })
    }
}

impl SeasonLand {
    /// Nothing is known, so that the sixteen crops stand for all land.
    pub const UNKNOWN: Self = Self { land: 0, sixteen: TEN_THOUSAND, others: Vec::new(), origin: Origin::India };

    const LENGTH: usize = 2 + 2 + 1 + OTHERS * (1 + 2);

    fn write(&self, out: &mut Vec<u8>) {
        let Self { land, sixteen, others, origin } = self;
        out.extend(land.to_le_bytes());
        out.extend(sixteen.to_le_bytes());
        out.push(*origin as u8);
        for at in 0..OTHERS {
            let (crop, part) = others.get(at).map_or((u8::MAX, 0), |(crop, part)| (*crop as u8, *part));
            out.push(crop);
            out.extend(part.to_le_bytes());
        }
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let (land, sixteen, origin) = (from.u16()?, from.u16()?, Origin::of_number(from.u8()?)?);
        let mut others = Vec::new();
        for _ in 0..OTHERS {
            let (number, part) = (from.u8()?, from.u16()?);
            if number != u8::MAX {
                others.push((*OtherCrop::ALL.get(usize::from(number))?, part));
            }
        }
        let taken = u32::from(sixteen) + others.iter().map(|(_, part)| u32::from(*part)).sum::<u32>();
        let is_sound = land.max(sixteen) <= TEN_THOUSAND && taken <= u32::from(TEN_THOUSAND);
        (is_sound && others.is_sorted_by(|a, b| a.1 >= b.1)).then_some(Self { land, sixteen, others, origin })
    }
}

impl Origin {
    fn of_number(number: u8) -> Option<Self> {
        [Self::Own, Self::State, Self::India].get(usize::from(number)).copied()
    }
}

impl Sown {
    const LENGTH: usize = 3 * 2 + 3 + 2 + 1 + 2;

    /// The year from which the years of irrigated parts are counted, so that they fit into a byte.
    const YEARS_FROM: u16 = 1900;

    fn write(self, out: &mut Vec<u8>) {
        let Self { seasons, seasons_of, area_ha, irrigated, irrigated_of, irrigated_years } = self;
        out.extend(seasons.iter().flat_map(|part| part.to_le_bytes()));
        write_three(out, area_ha);
        out.extend(irrigated.to_le_bytes());
        out.push(seasons_of as u8 | (irrigated_of as u8) << 4);
        let (first, last) = irrigated_years.unwrap_or((Self::YEARS_FROM, Self::YEARS_FROM));
        out.extend([first, last].map(|year| u8::try_from(year.saturating_sub(Self::YEARS_FROM)).unwrap_or(u8::MAX)));
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let seasons = [from.u16()?, from.u16()?, from.u16()?];
        let area_ha = from.three()?;
        let irrigated = from.u16()?;
        let origins = from.u8()?;
        let years = [from.u8()?, from.u8()?].map(|year| Self::YEARS_FROM + u16::from(year));
        let is_sound = seasons.iter().chain([&irrigated]).all(|part| *part <= TEN_THOUSAND);
        is_sound.then_some(Self {
            seasons,
            seasons_of: Origin::of_number(origins & 0xf)?,
            area_ha,
            irrigated,
            irrigated_of: Origin::of_number(origins >> 4)?,
            irrigated_years: (years != [Self::YEARS_FROM; 2]).then_some(years.into()),
        })
    }
}

#[expect(clippy::cast_possible_truncation, reason = "there are 734 districts")]
fn number(district: District) -> u16 {
    district.index() as u16
}

/// Three bytes suffice for twice a whole, and for the hectares of a crop in a district.
fn write_three(out: &mut Vec<u8>, number: u32) {
    out.extend(number.to_le_bytes().into_iter().take(3));
}

/// Kind, and whole millimetres or tenths of a degree.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most some thousand millimetres")]
fn write_limit(out: &mut Vec<u8>, limit: Option<Limit>) {
    let (kind, amount) = match limit {
        None => (0_u8, 0.0),
        Some(Limit::KillingFrost) => (1, 0.0),
        Some(Limit::TooCold(degrees)) => (2, degrees * 10.0),
        Some(Limit::TooHot(degrees)) => (3, degrees * 10.0),
        Some(Limit::WaterDeficit(mm)) => (4, mm),
        Some(Limit::WaterExcess(mm)) => (5, mm),
    };
    out.push(kind);
    out.extend((amount.round() as u16).to_le_bytes());
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn u8(&mut self) -> Option<u8> {
        self.bytes().map(u8::from_le_bytes)
    }

    fn u16(&mut self) -> Option<u16> {
        self.bytes().map(u16::from_le_bytes)
    }

    fn three(&mut self) -> Option<u32> {
        let [a, b, c] = self.bytes()?;
        Some(u32::from_le_bytes([a, b, c, 0]))
    }

    fn read_limit(&mut self, limit: &mut Option<Limit>) -> Option<()> {
        let (kind, amount) = (self.u8()?, f64::from(self.u16()?));
        *limit = match kind {
            0 => None,
            1 => Some(Limit::KillingFrost),
            2 => Some(Limit::TooCold(amount / 10.0)),
            3 => Some(Limit::TooHot(amount / 10.0)),
            4 => Some(Limit::WaterDeficit(amount)),
            5 => Some(Limit::WaterExcess(amount)),
            _ => return None,
        };
        Some(())
    }
}

//! What a land table holds of one district.

use super::shares::WHOLE;
use super::{Probabilities, Shares};
use crate::{Crop, District};

/// Number of districts named in the reasons.
const NAMED: usize = 3;

/// What is known of the land of a district.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DistrictLand {
    /// What its farmers were observed to grow.
    pub observed: Option<Observed>,
    /// What is expected to grow there, by their shares and the model's. `None` if no land like it is known.
    pub expected: Option<Expected>,
    /// For each crop the most limiting factor of the climate of the fields; `None` if all are in the optimum range.
    pub limits: [Option<Limit>; 16],
}

/// Observed shares of a district, mean of several years.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// Part of each crop in the area of the sixteen crops.
    pub shares: Probabilities,
    /// Area of the sixteen crops, ha a year. Land sown twice a year counts twice.
    pub area_ha: u32,
}

/// The year's shares that are expected of the land of a district, and what they rest on.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The shares on an untested soil.
    pub shares: Probabilities,
    /// The weighted mean of the shares of all districts that they rest on.
    pub weighted: Probabilities,
    /// What the climate envelope adds to each share, in millionths; negative where it takes away.
    pub by_envelope: [i32; 16],
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
    /// Length of a record, bytes.
    pub(super) const LENGTH: usize = 1 + 4 + NAMED * (2 + 3) + 2 + 16 * (3 + 3 + 3 + 3 + 3);

    /// Appends the record to a file.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let Self { observed, expected, limits } = self;
        out.push(u8::from(observed.is_some()) | u8::from(expected.is_some()) << 1);
        out.extend(observed.as_ref().map_or(0, |observed| observed.area_ha).to_le_bytes());
        let sources = expected.as_ref().map(|expected| expected.sources.as_slice()).unwrap_or_default();
        for at in 0..NAMED {
            let source = sources.get(at);
            out.extend(source.map_or(u16::MAX, |source| number(source.district)).to_le_bytes());
            write_millionths(out, source.map_or(0, |source| source.weight));
        }
        out.extend(expected.as_ref().map_or(0, |expected| expected.others).to_le_bytes());
        for crop in Crop::all() {
            write_millionths(out, observed.as_ref().map_or(0, |observed| observed.shares.millionths_of(crop)));
            write_millionths(out, expected.as_ref().map_or(0, |expected| expected.shares.millionths_of(crop)));
            write_millionths(out, expected.as_ref().map_or(0, |expected| expected.weighted.millionths_of(crop)));
            let by_envelope = expected.as_ref().and_then(|expected| expected.by_envelope.get(crop as usize));
            write_millionths(out, by_envelope.copied().unwrap_or(0).unsigned_abs() << 1 | sign(by_envelope));
            write_limit(out, limits.get(crop as usize).copied().flatten());
        }
    }

    /// Reads a record. `None` if it is not one that is written.
    pub(super) fn read(record: &[u8]) -> Option<Self> {
        let from = &mut Reader(record);
        let flags = from.u8()?;
        let area_ha = u32::from_le_bytes(from.bytes()?);
        let mut sources = Vec::new();
        for _ in 0..NAMED {
            let (district, weight) = (from.u16()?, from.millionths()?);
            if district != u16::MAX {
                sources.push(Source { district: District::from_index(district)?, weight });
            }
        }
        let others = from.u16()?;
        let [mut observed, mut shares, mut weighted] = [[0; 16]; 3];
        let mut by_envelope = [0; 16];
        let mut limits = [None; 16];
        let columns = observed.iter_mut().zip(&mut shares).zip(&mut weighted).zip(&mut by_envelope).zip(&mut limits);
        for ((((observed, share), weighted), by_envelope), limit) in columns {
            (*observed, *share, *weighted) = (from.millionths()?, from.millionths()?, from.millionths()?);
            let twice = from.millionths()?;
            *by_envelope = i32::try_from(twice >> 1).ok()? * if twice & 1 == 1 { -1 } else { 1 };
            from.read_limit(limit)?;
        }
        let observed = if flags & 1 == 0 {
            None
        } else {
            Some(Observed { shares: Probabilities::of_millionths(observed)?, area_ha })
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
        (flags < 4).then_some(Self { observed, expected, limits })
    }

    /// Year's shares on an untested soil. `None` if no land like the district's is known.
    #[must_use]
    pub fn shares(&self) -> Option<Shares> {
        self.expected.as_ref().map(|expected| expected.shares.shares())
    }
}

#[expect(clippy::cast_possible_truncation, reason = "there are 734 districts")]
fn number(district: District) -> u16 {
    district.index() as u16
}

fn sign(number: Option<&i32>) -> u32 {
    u32::from(number.is_some_and(|number| *number < 0))
}

/// Three bytes suffice for twice a whole.
fn write_millionths(out: &mut Vec<u8>, number: u32) {
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

    fn millionths(&mut self) -> Option<u32> {
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

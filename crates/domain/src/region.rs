//! Regions with their own demand and supply: India, and its 36 states and union territories.

use crate::table::{count, embedded};
use crate::{District, SquareMetres, State};
use std::collections::BTreeMap;
use std::fmt;
use std::iter;
use std::str::FromStr;
use std::sync::LazyLock;

/// A region with its own demand and supply, identified by its ISO 3166 code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// All of India: `IN`.
    #[default]
    India,
    /// A state or union territory: `IN-TN`.
    State(State),
}

/// The code names no region.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("There are no figures for this region.")]
pub struct UnknownRegion;

impl Region {
    /// The state of a district, or India where the district is not known.
    pub fn of(district: Option<District>) -> Self {
        district.map_or(Self::India, |district| Self::State(district.state()))
    }

    /// India first, then its states by name.
    pub fn all() -> impl Iterator<Item = Self> {
        iter::once(Self::India).chain(State::all().map(Self::State))
    }

    /// The region's ISO 3166 code: `IN`, `IN-TN`.
    pub fn code(self) -> &'static str {
        match self {
            Self::India => "IN",
            Self::State(state) => state.code(),
        }
    }

    /// The display name: `India`, `Tamil Nadu`.
    pub fn name(self) -> &'static str {
        match self {
            Self::India => "India",
            Self::State(state) => state.name(),
        }
    }

    /// The geographical area. That of India is the sum of its states.
    pub fn area(self) -> SquareMetres {
        let square_kilometres = match self {
            Self::India => AREAS.values().sum(),
            Self::State(state) => AREAS.get(&state).copied().unwrap_or_default(),
        };
        SquareMetres(square_kilometres * 1_000_000)
    }
}

/// The area of each state in square kilometres.
static AREAS: LazyLock<BTreeMap<State, i64>> =
    LazyLock::new(|| embedded!("state_area.csv", |row| Some((row.get(0)?.parse().ok()?, count(row.get(1)?)?))));

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Region {
    type Err = UnknownRegion;

    /// Parses a code in any case. Codes replaced in 2023 are accepted.
    fn from_str(code: &str) -> Result<Self, UnknownRegion> {
        if code.eq_ignore_ascii_case("IN") {
            return Ok(Self::India);
        }
        State::from_code(code).map(Self::State).ok_or(UnknownRegion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::UnknownState;
    use std::collections::BTreeSet;

    #[test]
    fn india_and_36_states_each_with_a_code_of_its_own() {
        assert_eq!(Region::all().map(Region::code).collect::<BTreeSet<_>>().len(), 37);
        assert_eq!(State::all().map(|state| state as usize).collect::<Vec<_>>(), (0..36).collect::<Vec<_>>());
        assert!(State::all().map(State::name).is_sorted());
    }

    #[test]
    fn every_state_has_an_area_and_no_usual_land_is_larger() {
        assert_eq!(AREAS.keys().copied().collect::<BTreeSet<_>>(), State::all().collect());
        assert_eq!(Region::India.area(), SquareMetres(3_287_485_000_000));
        for region in Region::all() {
            for crop in crate::Crop::all() {
                let usual = crate::regional::UsualLand::reference().of_crop(region, crop);
                assert!(usual <= region.area(), "{crop} of {region}");
            }
        }
    }

    #[test]
    fn every_code_and_name_is_read_back() {
        for region in Region::all() {
            assert_eq!(region.code().parse(), Ok(region));
            assert_eq!(region.code().to_lowercase().parse(), Ok(region));
        }
        for state in State::all() {
            assert_eq!(state.name().to_uppercase().parse(), Ok(state));
            assert_eq!(state.code().parse(), Ok(state));
            assert_eq!(state.code().trim_start_matches("IN-").parse(), Ok(state));
        }
    }

    #[test]
    fn older_codes_and_names_are_read_too() {
        assert_eq!("IN-CT".parse(), Ok(Region::State(State::Chhattisgarh)));
        assert_eq!("Daman & Diu".parse(), Ok(State::DadraAndNagarHaveliAndDamanAndDiu));
        assert_eq!("Orissa".parse(), Ok(State::Odisha));
        for nowhere in ["", "IN-", "IN-XX", "TN", "Orissa"] {
            assert_eq!(nowhere.parse::<Region>(), Err(UnknownRegion));
        }
        assert_eq!("Atlantis".parse::<State>(), Err(UnknownState));
    }
}

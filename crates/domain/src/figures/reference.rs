//! The reference set of this release, and those of earlier ones: what a new installation starts with, and what a
//! release brings to an older one when the operator asks for it.

use super::{DemandFigure, read};
use crate::{Crop, CropYear, Region};
use std::sync::LazyLock;

/// The reference sets of earlier releases, as databases hold them now.
const EARLIER: [&str; 4] = [
    include_str!("../../../../data/earlier_figures/1.csv"),
    include_str!("../../../../data/earlier_figures/2.csv"),
    include_str!("../../../../data/earlier_figures/3.csv"),
    include_str!("../../../../data/earlier_figures/4.csv"),
];

/// The reference figures of a new installation: India, sixteen crops, crop year 2026. `data/demand.csv` names the
/// source of each.
pub fn reference() -> &'static [DemandFigure] {
    static FIGURES: LazyLock<Vec<DemandFigure>> =
        LazyLock::new(|| shipped(include_str!("../../../../data/demand.csv")));
    &FIGURES
}

/// Every figure of the reference sets of earlier releases.
fn earlier() -> &'static [DemandFigure] {
    static FIGURES: LazyLock<Vec<DemandFigure>> = LazyLock::new(|| EARLIER.into_iter().flat_map(shipped).collect());
    &FIGURES
}

#[expect(clippy::expect_used, reason = "the files are part of the program; a test reads them")]
fn shipped(text: &str) -> Vec<DemandFigure> {
    read(text, |_| Ok(())).expect("the reference sets are well-formed")
}

/// Who gave a stored figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is that of this release's reference set.
    Current,
    /// It is that of an earlier release, unchanged, and this release has another.
    Earlier,
    /// The operator gave or changed it.
    Operator,
}

impl Origin {
    /// The origin of a stored figure.
    pub fn of(figure: &DemandFigure) -> Self {
        if reference().contains(figure) {
            Self::Current
        } else if earlier().contains(figure) && replacement(figure).is_some() {
            Self::Earlier
        } else {
            Self::Operator
        }
    }
}

/// What bringing this release's reference set does to the stored figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bringing {
    /// Reference figures that are missing, or that stand in their form of an earlier release.
    pub brought: Vec<DemandFigure>,
    /// Stored figures in the place of a reference figure that the operator gave or changed. They stay.
    pub kept: Vec<DemandFigure>,
}

impl Bringing {
    /// Compares the stored figures with the reference set. Figures of states and of other crop years are not touched.
    pub fn to(stored: &[DemandFigure]) -> Self {
        let mut bringing = Self::default();
        for reference in reference() {
            match stored.iter().find(|figure| place(figure) == place(reference)) {
                Some(figure) if Origin::of(figure) == Origin::Operator => bringing.kept.push(figure.clone()),
                Some(figure) if figure == reference => (),
                _ => bringing.brought.push(reference.clone()),
            }
        }
        bringing
    }
}

fn replacement(figure: &DemandFigure) -> Option<&'static DemandFigure> {
    reference().iter().find(|reference| place(reference) == place(figure))
}

fn place(figure: &DemandFigure) -> (Region, Crop, CropYear) {
    (figure.region, figure.crop, figure.crop_year)
}

#[cfg(test)]
mod tests {
    use super::super::Imports;
    use super::*;
    use sha2::{Digest, Sha256};

    fn set(number: usize) -> Vec<DemandFigure> {
        shipped(EARLIER[number])
    }

    #[test]
    fn todays_set_is_current_and_each_set_before_it_is_earlier() {
        assert!(reference().iter().all(|figure| Origin::of(figure) == Origin::Current));
        for number in 0..EARLIER.len() {
            assert_eq!(set(number).len(), 16);
            assert!(set(number).iter().all(|figure| Origin::of(figure) == Origin::Earlier), "set {number}");
            assert_eq!(Bringing::to(&set(number)), Bringing { brought: reference().to_vec(), kept: Vec::new() });
        }
        assert_eq!(Bringing::to(reference()), Bringing::default());
    }

    #[test]
    fn a_figure_that_was_changed_in_any_part_is_the_operators_and_is_kept() {
        let imports = Imports { duty_permille: 100, ..reference().iter().find_map(|figure| figure.imports).unwrap() };
        let changes: [fn(&mut DemandFigure, Imports); 4] = [
            |figure, _| figure.usual_supply.0 += 1,
            |figure, _| figure.source.push('!'),
            |figure, _| figure.error_percent += 1,
            |figure, imports| figure.imports = Some(imports),
        ];
        for change in changes {
            for mut stored in [set(2), reference().to_vec()] {
                change(&mut stored[5], imports);
                assert_eq!(Origin::of(&stored[5]), Origin::Operator);
                let bringing = Bringing::to(&stored);
                assert_eq!(bringing.kept, [stored[5].clone()]);
                assert!(bringing.brought.iter().all(|brought| brought.crop != stored[5].crop));
            }
        }
    }

    #[test]
    fn figures_of_states_and_of_other_years_are_neither_brought_nor_named() {
        let mut of_state = set(2)[0].clone();
        of_state.region = "IN-TN".parse().unwrap();
        let mut next_year = set(2)[1].clone();
        next_year.crop_year = CropYear::from_first_year(2027).unwrap();
        let stored: Vec<_> = reference().iter().cloned().chain([of_state, next_year]).collect();
        assert_eq!(Bringing::to(&stored), Bringing::default());
    }

    #[test]
    fn a_reference_figure_that_is_missing_is_brought() {
        assert_eq!(Bringing::to(&reference()[1..]).brought, reference()[..1]);
    }

    /// Otherwise an upgrade would take the replaced set for figures that the operator gave.
    #[test]
    fn a_set_that_is_replaced_joins_the_earlier_ones() {
        let digest = format!("{:x}", Sha256::digest(include_str!("../../../../data/demand.csv")));
        assert_eq!(
            digest, "15c2ace5a388f0921e93b19c8996662c2f65077ef478d815662f27128205f426",
            "data/demand.csv has changed: put the released one into data/earlier_figures and EARLIER, and this digest here"
        );
    }
}

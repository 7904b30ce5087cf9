//! Second member of a model: extremely randomised trees (Geurts, Ernst and Wehenkel, 2006).
//!
//! Each node splits the districts by a threshold of one feature, such as monsoon rain below 612 mm. A leaf holds the
//! mean of the square roots of its districts' shares, so that a crop of 4 % has influence beside one of 60 %. The sum
//! over the trees is squared.

use super::features::COUNT as CLIMATE_FIGURES;
use super::likeness::{Land, Row};
use serde::{Deserialize, Serialize};

/// Number of features: climate, and the location along north, east, north-east and south-east.
pub const COUNT: usize = CLIMATE_FIGURES + 4;

/// The features of one land.
pub type Features = [f32; COUNT];

/// A fitted member.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct ExtraTrees {
    /// Mean shares, mixed into the prediction.
    pub mean: Row,
    /// The trees.
    pub trees: Vec<Tree>,
}

/// Weight of the mean, so that a crop missing in a few districts keeps a share above 0.
const MEAN_COUNTS: f64 = 0.02;

/// A tree in preorder: root, yes-branch, no-branch.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Tree {
    /// The root first.
    pub nodes: Vec<Node>,
    /// Square roots of shares, in 255ths, one row for each leaf.
    pub leaves: Vec<[u8; 16]>,
}

/// A question or a leaf.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
pub enum Node {
    /// Whether the feature is at most the threshold: if so, continues at the next node, otherwise at `otherwise`.
    Question {
        /// Number of the feature.
        figure: u8,
        /// Largest value that continues at the next node.
        threshold: f32,
        /// Position of the other branch.
        otherwise: u16,
    },
    /// Row of [`Tree::leaves`].
    Leaf(u16),
}

impl ExtraTrees {
    /// The shares of land; they sum to 1.
    pub fn predict(&self, land: &Land) -> Row {
        let values = features(land);
        let mut sum = [0_u32; 16];
        for (tree, leaf) in self.trees.iter().zip(self.leaves(&values)) {
            let roots = tree.leaves.get(leaf).into_iter().flatten();
            sum.iter_mut().zip(roots).for_each(|(sum, root)| *sum += u32::from(*root));
        }
        let squares = sum.map(|sum| f64::from(sum) * f64::from(sum));
        let whole: f64 = squares.iter().sum();
        let mut shares = squares.map(|square| square / whole * (1.0 - MEAN_COUNTS));
        shares.iter_mut().zip(self.mean).for_each(|(share, mean)| *share += MEAN_COUNTS * mean);
        shares
    }

    /// The leaf that each tree leads to, as a row of [`Tree::leaves`].
    pub(super) fn leaves(&self, values: &Features) -> impl Iterator<Item = usize> {
        self.trees.iter().map(|tree| tree.leaf(values))
    }
}

impl Tree {
    fn leaf(&self, values: &Features) -> usize {
        let mut at = 0;
        while let Some(Node::Question { figure, threshold, otherwise }) = self.nodes.get(at) {
            let is_more = values.get(usize::from(*figure)).is_some_and(|value| value > threshold);
            at = if is_more { usize::from(*otherwise) } else { at + 1 };
        }
        match self.nodes.get(at) {
            Some(Node::Leaf(row)) => usize::from(*row),
            _ => usize::MAX,
        }
    }

    /// Whether every path goes forward and ends at a leaf.
    pub fn is_sound(&self) -> bool {
        self.nodes.iter().enumerate().all(|(at, node)| match *node {
            Node::Leaf(row) => usize::from(row) < self.leaves.len(),
            Node::Question { figure, otherwise, .. } => {
                let otherwise = usize::from(otherwise);
                usize::from(figure) < COUNT && (at + 2..self.nodes.len()).contains(&otherwise)
            }
        })
    }
}

/// Feature vector: the climate, and the location scaled to about the standard deviation of India's districts.
#[expect(clippy::cast_possible_truncation, reason = "seven digits say more of land than is known")]
pub fn features(land: &Land) -> Features {
    const UNIT_KM: f64 = 600.0;
    let (north, east) = ((land.place.north_km / UNIT_KM) as f32, (land.place.east_km / UNIT_KM) as f32);
    let mut values = [0.0; COUNT];
    let climate = land.climate.iter().map(|figure| *figure as f32);
    let figures = climate.chain([north, east, north + east, north - east]);
    values.iter_mut().zip(figures).for_each(|(value, figure)| *value = figure);
    values
}

const _: () = assert!(COUNT <= 256, "a question names its figure in one byte");

//! Second member of a model: extremely randomised trees (Geurts, Ernst and Wehenkel, 2006).
//!
//! Each node splits the districts by a threshold of one feature, such as monsoon rain below 612 mm. A leaf holds the
//! mean of the square roots of its districts' shares, so that a crop of 4 % has influence beside one of 60 %. The sum
//! over the trees is squared.

use super::features::{COUNT as CLIMATE_FIGURES, PADDED};
use super::likeness::{Land, Row};

/// Number of features: climate, and the location along north, east, north-east and south-east.
pub const COUNT: usize = CLIMATE_FIGURES + 4;

/// The features of one land.
pub type Features = [f32; COUNT];

/// A fitted member.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtraTrees {
    /// Mean shares, mixed into the prediction.
    pub mean: Row,
    /// The trees.
    pub trees: Vec<Tree>,
}

/// Weight of the mean, so that a crop missing in a few districts keeps a share above 0.
const MEAN_COUNTS: f64 = 0.02;

/// A tree in preorder: root, yes-branch, no-branch.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    steps: Vec<Step>,
    /// Square roots of shares, in 255ths, one row for each leaf.
    pub leaves: Vec<[u8; 16]>,
}

/// A question or a leaf.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// A node for branch-free traversal. A leaf leads to itself.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    /// Threshold of a question, or row of a leaf.
    number: f32,
    figure: u8,
    /// Unconditional step: 1 for a question, 0 for a leaf.
    on: u8,
    /// Additional step for the answer no.
    over: u16,
}

impl Step {
    /// Converts the node at this position of its tree.
    fn of(node: Node, at: usize) -> Self {
        match node {
            Node::Question { figure, threshold, otherwise } => {
                Self { number: threshold, figure, on: 1, over: otherwise.saturating_sub(index(at + 1)) }
            }
            Node::Leaf(row) => Self { number: f32::from(row), figure: 0, on: 0, over: 0 },
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the number of a row came from a u16")]
    fn node(self, at: usize) -> Node {
        match self {
            Self { number, on: 0, .. } => Node::Leaf(number as u16),
            Self { number, figure, over, .. } => {
                Node::Question { figure, threshold: number, otherwise: index(at + 1 + usize::from(over)) }
            }
        }
    }
}

impl ExtraTrees {
    /// The shares of land; they sum to 1.
    #[must_use]
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
}

impl ExtraTrees {
    /// The leaf that each tree leads to, as a row of [`Tree::leaves`].
    pub(super) fn leaves(&self, values: &Features) -> impl Iterator<Item = usize> {
        self.trees.chunks(AT_ONCE).flat_map(|trees| leaves(trees, values))
    }
}

/// Number of trees traversed at once, to hide memory latency.
const AT_ONCE: usize = 8;

/// The leaves of at most [`AT_ONCE`] trees.
fn leaves(trees: &[Tree], values: &Features) -> impl Iterator<Item = usize> {
    let mut places = [0_usize; AT_ONCE];
    let mut has_moved = true;
    while has_moved {
        has_moved = false;
        for (tree, place) in trees.iter().zip(&mut places) {
            let Some(step) = tree.steps.get(*place) else { continue };
            let Some(answer) = values.get(usize::from(step.figure)) else { continue };
            *place += usize::from(step.on) + usize::from(*answer > step.number) * usize::from(step.over);
            has_moved |= step.on == 1;
        }
    }
    let count = trees.len();
    let mut rows = [0; AT_ONCE];
    for ((row, tree), place) in rows.iter_mut().zip(trees).zip(places) {
        if let Some(Node::Leaf(leaf)) = tree.steps.get(place).map(|step| step.node(place)) {
            *row = usize::from(leaf);
        }
    }
    rows.into_iter().take(count)
}

impl Tree {
    /// Creates a tree from nodes in preorder. [`Self::is_sound`] validates it.
    #[must_use]
    pub fn new(nodes: impl IntoIterator<Item = Node>, leaves: Vec<[u8; 16]>) -> Self {
        Self { steps: nodes.into_iter().enumerate().map(|(at, node)| Step::of(node, at)).collect(), leaves }
    }

    /// Its nodes, the root first.
    #[must_use]
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = Node> {
        self.steps.iter().enumerate().map(|(at, step)| step.node(at))
    }

    /// Whether every path goes forward and ends at a leaf.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        (1..=usize::from(u16::MAX)).contains(&self.steps.len())
            && self.leaves.iter().all(|leaf| leaf.iter().any(|root| *root > 0))
            && self.nodes().enumerate().all(|(at, node)| match node {
                Node::Leaf(row) => usize::from(row) < self.leaves.len(),
                Node::Question { figure, threshold, otherwise } => {
                    let otherwise = usize::from(otherwise);
                    usize::from(figure) < COUNT
                        && threshold.is_finite()
                        && otherwise > at + 1
                        && otherwise < self.steps.len()
                }
            })
    }
}

/// A tree of fewer than 734 leaves has fewer than 1,468 nodes.
fn index(position: usize) -> u16 {
    u16::try_from(position).unwrap_or(u16::MAX)
}

/// Feature vector: the climate, and the location scaled to about the standard deviation of India's districts.
#[expect(clippy::cast_possible_truncation, reason = "ten metres more or less")]
#[must_use]
pub fn features(land: &Land) -> Features {
    const UNIT_KM: f64 = 600.0;
    let (north, east) = ((land.place.north_km / UNIT_KM) as f32, (land.place.east_km / UNIT_KM) as f32);
    let mut values = [0.0; COUNT];
    let figures = land.climate.iter().take(CLIMATE_FIGURES).copied().chain([north, east, north + east, north - east]);
    values.iter_mut().zip(figures).for_each(|(value, figure)| *value = figure);
    values
}

const _: () = assert!(COUNT <= 256 && PADDED >= CLIMATE_FIGURES, "a question names its figure in one byte");

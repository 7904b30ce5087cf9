//! Growth of a model's second member: extremely randomised trees.
//!
//! Candidate splits are drawn at random, and the best of them is kept. The trees are fitted to square roots of shares,
//! so that a crop of 4 % has influence beside one of 60 %.

use crate::suitability::likeness::{Land, Row};
use crate::suitability::trees::{COUNT, ExtraTrees, Features, Node, Tree, features};
use crate::training::random::Random;

/// Number of features drawn for a split: a third, as is usual for regression.
const DRAWN: usize = COUNT / 3;

/// Number of trees of a model.
pub(crate) const TREES: u64 = 200;

/// Training data: land, square roots of shares, weight.
pub(crate) struct TrainingSet {
    districts: Vec<Sample>,
    mean: Row,
}

struct Sample {
    features: Features,
    roots: Row,
    weight: f64,
}

impl TrainingSet {
    pub(crate) fn new<'a>(districts: impl Iterator<Item = (&'a Land, &'a Row, f64)>) -> Self {
        let mut sum = [0.0; 16];
        let districts: Vec<_> = districts
            .map(|(land, shares, weight)| {
                sum.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
                Sample { features: features(land), roots: shares.map(f64::sqrt), weight }
            })
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "there are some hundreds of districts")]
        let mean = sum.map(|sum| sum / districts.len() as f64);
        Self { districts, mean }
    }

    /// Grows `trees` trees with at least `least_in_leaf` districts in a leaf. The first trees do not depend on their
    /// number.
    pub(crate) fn grow(&self, trees: u64, least_in_leaf: usize, seed: u64) -> ExtraTrees {
        let trees = (0..trees).map(|number| self.tree(least_in_leaf, &mut Random::part(seed, number))).collect();
        ExtraTrees { mean: self.mean, trees }
    }

    fn tree(&self, least_in_leaf: usize, random: &mut Random) -> Tree {
        let (mut nodes, mut leaves) = (Vec::new(), Vec::new());
        let mut all: Vec<_> = self.districts.iter().collect();
        grow(&mut nodes, &mut leaves, &mut all, least_in_leaf, random);
        Tree { nodes, leaves }
    }
}

/// Grows the subtree of these districts.
fn grow(
    nodes: &mut Vec<Node>,
    leaves: &mut Vec<[u8; 16]>,
    districts: &mut [&Sample],
    least_in_leaf: usize,
    random: &mut Random,
) {
    let Some(Question { figure, threshold, .. }) = best_question(districts, least_in_leaf, random) else {
        nodes.push(Node::Leaf(index(leaves.len())));
        leaves.push(mean_roots(districts));
        return;
    };
    let at = nodes.len();
    nodes.push(Node::Leaf(0));
    // The sort is stable, so that the order within a branch is deterministic.
    districts.sort_by_key(|district| !says_yes(district, figure, threshold));
    let yes = districts.partition_point(|district| says_yes(district, figure, threshold));
    let (first, second) = districts.split_at_mut(yes);
    grow(nodes, leaves, first, least_in_leaf, random);
    let otherwise = index(nodes.len());
    if let Some(node) = nodes.get_mut(at) {
        *node = Node::Question { figure, threshold, otherwise };
    }
    grow(nodes, leaves, second, least_in_leaf, random);
}

/// A tree of fewer than 734 leaves has fewer than 1,468 nodes.
fn index(position: usize) -> u16 {
    u16::try_from(position).unwrap_or(u16::MAX)
}

fn says_yes(district: &Sample, figure: u8, threshold: f32) -> bool {
    district.features.get(usize::from(figure)).is_some_and(|value| *value <= threshold)
}

struct Question {
    figure: u8,
    threshold: f32,
    gain: f64,
}

/// Draws [`DRAWN`] features that differ among the districts with a threshold each, and returns the best split. `None`
/// if too few districts are left.
fn best_question(districts: &[&Sample], least_in_leaf: usize, random: &mut Random) -> Option<Question> {
    if districts.len() < 2 * least_in_leaf {
        return None;
    }
    let mut undrawn: [u8; COUNT] = std::array::from_fn(|figure| u8::try_from(figure).unwrap_or(0));
    let mut best: Option<Question> = None;
    let (mut left, mut drawn) = (COUNT, 0);
    while left > 0 && drawn < DRAWN {
        let pick = random.below(left);
        left -= 1;
        undrawn.swap(pick, left);
        let Some(&figure) = undrawn.get(left) else { break };
        let values = || districts.iter().filter_map(|district| district.features.get(usize::from(figure)));
        let lowest = values().copied().fold(f32::INFINITY, f32::min);
        let highest = values().copied().fold(f32::NEG_INFINITY, f32::max);
        if highest <= lowest {
            continue;
        }
        drawn += 1;
        let threshold = lowest + random.fraction() * (highest - lowest);
        if let Some(gain) = gain(districts, figure, threshold, least_in_leaf)
            && best.as_ref().is_none_or(|best| gain > best.gain)
        {
            best = Some(Question { figure, threshold, gain });
        }
    }
    best
}

/// Gain of a split: the squared sums of both branches, each divided by its weight. Larger is better. `None` if a branch
/// is too small for a leaf.
fn gain(districts: &[&Sample], figure: u8, threshold: f32, least_in_leaf: usize) -> Option<f64> {
    let mut parts = [(0_usize, 0.0, [0.0; 16]); 2];
    let [yes, no] = &mut parts;
    for district in districts {
        let part = if says_yes(district, figure, threshold) { &mut *yes } else { &mut *no };
        let (count, weight, sum) = part;
        *count += 1;
        *weight += district.weight;
        sum.iter_mut().zip(&district.roots).for_each(|(sum, root)| *sum += district.weight * root);
    }
    let enough = parts.iter().all(|(count, ..)| *count >= least_in_leaf);
    enough.then(|| parts.iter().map(|(_, weight, sum)| sum.iter().map(|sum| sum * sum).sum::<f64>() / weight).sum())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a root of a share is from 0 to 1")]
fn mean_roots(districts: &[&Sample]) -> [u8; 16] {
    let mut sum = [0.0; 16];
    let mut weight = 0.0;
    for district in districts {
        weight += district.weight;
        sum.iter_mut().zip(&district.roots).for_each(|(sum, root)| *sum += district.weight * root);
    }
    sum.map(|sum| (sum / weight * 255.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suitability::features::Standard;
    use grow_domain::District;

    /// Every sixth district; those with a wet monsoon grow paddy, the others cumbu.
    fn example() -> Vec<(Land, Row)> {
        let rows = District::all().step_by(6).map(|district| {
            let mut shares = [0.0; 16];
            let wet = district.climate().rain_mm[5..9].iter().sum::<f64>() > 700.0;
            shares[if wet { 0 } else { 2 }] = 1.0;
            (Land::of(district.climate(), Standard::of_india()), shares)
        });
        rows.collect()
    }

    fn grown(seed: u64) -> ExtraTrees {
        let example = example();
        TrainingSet::new(example.iter().map(|(land, shares)| (land, shares, 1.0))).grow(40, 2, seed)
    }

    #[test]
    fn trees_find_what_parts_the_districts() {
        let trees = grown(1);
        let right = example()
            .iter()
            .filter(|(land, shares)| {
                let predicted = trees.predict(land);
                (predicted[0] > predicted[2]) == (shares[0] > 0.5)
            })
            .count();
        assert!(right * 100 >= example().len() * 97, "{right} of {}", example().len());
    }

    #[test]
    fn the_same_seed_grows_the_same_trees_and_another_others() {
        assert_eq!(grown(1), grown(1));
        assert_ne!(grown(1), grown(2));
    }

    #[test]
    fn every_tree_is_sound_and_no_leaf_is_smaller_than_asked() {
        let trees = grown(1);
        assert_eq!(trees.trees.len(), 40);
        for tree in &trees.trees {
            assert!(tree.is_sound());
            assert!(tree.leaves.len() <= example().len() / 2);
            assert_eq!(tree.nodes.len(), 2 * tree.leaves.len() - 1);
        }
    }

    #[test]
    fn predicted_shares_sum_to_1_and_every_grown_crop_has_a_share() {
        let trees = grown(3);
        for (land, _) in example() {
            let predicted = trees.predict(&land);
            assert!((predicted.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(predicted[0] > 0.0 && predicted[2] > 0.0);
        }
    }
}

//! Joins the documents of an e-mail into one record.

use super::{Collection, Document, DocumentSowing, Profile, Record};
use crate::farmer::{FarmerRecord, Npk};
use crate::{District, Email};
use std::collections::BTreeMap;

/// Two documents that state different values of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Field.
    pub field: &'static str,
    /// Collection whose value is kept.
    pub kept: Collection,
    /// Collection whose value is dropped.
    pub dropped: Collection,
}

/// Joins the documents of an e-mail, at most one of each collection, and lists the fields in conflict.
///
/// - Known crops, e-mails and sowings are united. A sowing in both `Grow` and `grow` is one sowing.
/// - Of any other field, a value wins over an empty one; then the document that was written last, if both state when;
///   then `Grow_Admin`, where the update screens write, over `Grow` over `grow`.
pub fn merge(email: Email, documents: &[(Collection, Document)]) -> (Record, Vec<Conflict>) {
    let mut conflicts = Vec::new();
    let mut ranked: Vec<_> = documents.iter().map(|(collection, document)| (*collection, document)).collect();
    ranked.sort_by_key(|(collection, _)| match collection {
        Collection::Requests => 0,
        Collection::Farmers => 1,
        Collection::Sowings => 2,
    });
    let has_profile = ranked
        .iter()
        .any(|(collection, document)| *collection == Collection::Farmers || document.profile != Profile::default());
    let mut profile = Profile {
        number: pick(&ranked, "number", |document| &document.profile.number, &mut conflicts),
        place: pick(&ranked, "place", |document| &document.profile.place, &mut conflicts),
        npk: pick(&ranked, "npk", |document| &document.profile.npk, &mut conflicts),
        farmerid: pick(&ranked, "farmerid", |document| &document.profile.farmerid, &mut conflicts),
        water: pick(&ranked, "water", |document| &document.profile.water, &mut conflicts),
        soil: pick(&ranked, "soil", |document| &document.profile.soil, &mut conflicts),
        last_crop: pick(&ranked, "last_crop", |document| &document.profile.last_crop, &mut conflicts),
        ..Profile::default()
    };
    for (_, document) in &ranked {
        profile.known_crops.extend(&document.profile.known_crops);
        for mail in &document.profile.mailid {
            if !profile.mailid.contains(mail) {
                profile.mailid.push(mail.clone());
            }
        }
    }
    if profile.mailid.iter().all(|mail| mail == email.as_str()) {
        profile.mailid.clear();
    }
    let sowings = unite(ranked.iter().map(|(_, document)| document.sowings.as_slice()));
    (Record { email, profile: has_profile.then_some(profile), sowings }, conflicts)
}

impl Profile {
    /// The profile of a farmer who keeps this imported one, with the district of its place. What the farmer has filled
    /// in themselves stays: each of number, place with its district, nutrients, water, soil and last crop. Known crops are
    /// united; number and e-mails of the hosted application are the imported ones.
    pub fn kept_in(self, own: &FarmerRecord, district: Option<District>) -> (Self, Option<District>) {
        let FarmerRecord { number, place, district: own_district, npk, known_crops, water, soil, last_crop, .. } = own;
        let (place, district) = if place.is_empty() { (self.place, district) } else { (place.clone(), *own_district) };
        let kept = Self {
            number: if number.is_empty() { self.number } else { number.clone() },
            place,
            npk: if *npk == Npk::default() { self.npk } else { *npk },
            known_crops: self.known_crops.union(known_crops).copied().collect(),
            mailid: self.mailid,
            farmerid: self.farmerid,
            water: water.or(self.water),
            soil: soil.or(self.soil),
            last_crop: last_crop.or(self.last_crop),
        };
        (kept, district)
    }
}

fn pick<T: Clone + Default + PartialEq>(
    ranked: &[(Collection, &Document)],
    field: &'static str,
    of: impl Fn(&Document) -> &T,
    conflicts: &mut Vec<Conflict>,
) -> T {
    let mut stated = ranked.iter().filter(|(_, document)| *of(document) != T::default());
    let Some(first) = stated.next() else { return T::default() };
    let mut best = first;
    let rest: Vec<_> = stated.collect();
    for other in &rest {
        if other.1.updated.zip(best.1.updated).is_some_and(|(other, best)| other > best) {
            best = other;
        }
    }
    for (collection, document) in std::iter::once(first).chain(rest) {
        if of(document) != of(best.1) {
            conflicts.push(Conflict { field, kept: best.0, dropped: *collection });
        }
    }
    of(best.1).clone()
}

/// Unites lists of sowings: each stands as often as in the list that has it most often.
fn unite<'d>(lists: impl Iterator<Item = &'d [DocumentSowing]>) -> Vec<DocumentSowing> {
    let mut most = BTreeMap::<DocumentSowing, usize>::new();
    for list in lists {
        let mut counts = BTreeMap::<DocumentSowing, usize>::new();
        for sowing in list {
            *counts.entry(*sowing).or_default() += 1;
        }
        for (sowing, count) in counts {
            let most = most.entry(sowing).or_default();
            *most = count.max(*most);
        }
    }
    most.into_iter().flat_map(|(sowing, count)| std::iter::repeat_n(sowing, count)).collect()
}

//! Documents and records.

use super::faults::Note;
use crate::farmer::Npk;
use crate::rotation::LastCrop;
use crate::{Crop, Email, Kilograms, Soil, SquareMetres, Water};
use jiff::Timestamp;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A collection of the hosted database. Documents are keyed by e-mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Collection {
    /// `Grow`: profile, soil and known crops.
    Farmers,
    /// `grow`: sowings.
    Sowings,
    /// `Grow_Admin`: the latest requests of each farmer, and the demand estimates.
    Requests,
}

impl Collection {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Farmers, Self::Sowings, Self::Requests];

    /// Name in the hosted database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Farmers => "Grow",
            Self::Sowings => "grow",
            Self::Requests => "Grow_Admin",
        }
    }

    /// The collection of a name. Case matters: `Grow` and `grow` are two collections.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|collection| collection.name() == name)
    }
}

/// A document of a farmer. A field that the document lacks is empty, as is one with the default value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Document {
    /// Profile, soil and known crops.
    pub profile: Profile,
    /// Sowings, in the order of the document.
    pub sowings: Vec<DocumentSowing>,
    /// Predicted probabilities, for comparison.
    pub predicted: BTreeMap<Crop, f64>,
    /// The latest request to sow: crop and field size.
    pub crop_add: Option<(Crop, SquareMetres)>,
    /// Time of the last write, if the export states it.
    pub updated: Option<Timestamp>,
    /// Fields that Grow does not know, by path.
    pub unknown: Map<String, Value>,
    /// What was adjusted.
    pub notes: Vec<Note>,
}

/// A sowing of a document. It has no id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentSowing {
    /// Time of the sowing, with microseconds.
    pub sown_at: Timestamp,
    /// Crop.
    pub crop: Crop,
    /// Size of the field.
    pub field_size: SquareMetres,
    /// Expected yield, as recorded.
    pub expected_yield: Kilograms,
}

/// The record of a farmer, joined from the documents of an e-mail.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Key of the documents.
    pub email: Email,
    /// Profile, soil and known crops. `None` if only sowings are known.
    pub profile: Option<Profile>,
    /// Sowings, the oldest first.
    pub sowings: Vec<DocumentSowing>,
}

impl Record {
    /// Joins another record of the same e-mail. Fields that are filled stay; lists are united.
    pub fn absorb(&mut self, other: Self) {
        self.sowings.extend(other.sowings);
        self.sowings.sort_unstable();
        let Some(theirs) = other.profile else { return };
        let ours = self.profile.get_or_insert_default();
        for (field, value) in
            [(&mut ours.number, theirs.number), (&mut ours.place, theirs.place), (&mut ours.farmerid, theirs.farmerid)]
        {
            if field.is_empty() {
                *field = value;
            }
        }
        if ours.npk == Npk::default() {
            ours.npk = theirs.npk;
        }
        ours.water = ours.water.or(theirs.water);
        ours.soil = ours.soil.or(theirs.soil);
        ours.last_crop = ours.last_crop.or(theirs.last_crop);
        if ours.mailid.is_empty() {
            ours.mailid = theirs.mailid;
        }
        ours.known_crops.extend(theirs.known_crops);
    }
}

/// Profile, soil and known crops of a farmer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// Phone number; any text.
    pub number: String,
    /// Place.
    pub place: String,
    /// E-mail addresses. Empty stands for the e-mail of the record alone.
    pub mailid: Vec<String>,
    /// Soil nutrients.
    pub npk: Npk,
    /// The farmer's number in the hosted application.
    pub farmerid: String,
    /// Known crops.
    pub known_crops: BTreeSet<Crop>,
    /// Whether the field can be watered. Only documents of Grow state it.
    pub water: Option<Water>,
    /// Kind of soil. Only documents of Grow state it.
    pub soil: Option<Soil>,
    /// What stood on the field last. Only documents of Grow state it.
    pub last_crop: Option<LastCrop>,
}

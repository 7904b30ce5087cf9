//! The draw that is kept for a farmer: what it follows from, and when it is drawn anew.

use super::{Advice, FarmersLand, Today};
use crate::farmer::Npk;
use crate::land::Probabilities;
use crate::{Crop, District};
use std::collections::BTreeSet;
use uuid::Uuid;

/// A farmer whose advice is drawn.
#[derive(Clone, Copy, Debug)]
pub struct DrawnFor<'a> {
    /// Id of the farmer.
    pub farmer: Uuid,
    /// District of the land.
    pub district: District,
    /// Soil nutrients.
    pub npk: Npk,
    /// Crops that the farmer knows.
    pub known: &'a BTreeSet<Crop>,
    /// Probability of each crop on land like this, soil included.
    pub probabilities: &'a Probabilities,
}

/// The crops that a farmer was drawn, as they are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptDraw {
    /// What they were drawn from: crop year, season, district, soil and known crops. A draw for anything else is void.
    pub inputs: String,
    /// The crops, in the order of the draw.
    pub crops: Vec<Crop>,
}

impl Today {
    /// What a farmer is told on this day, and the draw to keep. `None`: there is nothing to keep that is not kept
    /// already.
    ///
    /// The seed is the farmer's, of the crop year and season, so that a draw which could not be kept is the same the
    /// next time. Crops of the kept draw stay while they have a chance, if the land and the known crops are the same.
    #[must_use]
    pub fn draw(&self, who: &DrawnFor<'_>, kept: Option<&KeptDraw>) -> (Advice, Option<KeptDraw>) {
        let inputs = self.inputs(who);
        let drawn = kept.filter(|kept| kept.inputs == inputs).map(|kept| &kept.crops[..]).unwrap_or_default();
        let advice = self.advise(&FarmersLand {
            district: who.district,
            probabilities: who.probabilities,
            known: who.known,
            seed: format!("{} {}", who.farmer, self.season_of_year()).as_bytes(),
            drawn,
        });
        let crops: Vec<_> = advice.crops.iter().map(|advised| advised.crop).collect();
        let anew = (crops != drawn).then_some(KeptDraw { inputs, crops });
        (advice, anew)
    }

    fn season_of_year(&self) -> String {
        format!("{} {}", self.crop_year(), self.season())
    }

    fn inputs(&self, who: &DrawnFor<'_>) -> String {
        let Npk { nitrogen_g_per_ha, phosphorus_g_per_ha, potassium_g_per_ha } = who.npk;
        let known: Vec<_> = who.known.iter().map(|crop| crop.key()).collect();
        format!(
            "{} {} {nitrogen_g_per_ha} {phosphorus_g_per_ha} {potassium_g_per_ha} {}",
            self.season_of_year(),
            who.district.key(),
            known.join(",")
        )
    }
}

//! The draw that is kept for a farmer: what it follows from, and when it is drawn anew.

use super::{Advice, FarmersLand, Field, Today};
use crate::farmer::Npk;
use crate::{Crop, Soil, Water};
use std::collections::BTreeSet;
use uuid::Uuid;

/// A farmer whose advice is drawn.
#[derive(Clone, Copy, Debug)]
pub struct DrawnFor<'a> {
    /// Id of the farmer.
    pub farmer: Uuid,
    /// The field.
    pub field: Field<'a>,
    /// Soil nutrients.
    pub npk: Npk,
    /// Crops that the farmer knows.
    pub known: &'a BTreeSet<Crop>,
}

/// The crops that a farmer was drawn, as they are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptDraw {
    /// What they were drawn from: crop year, season, district, soil, water and known crops. A draw for anything else is
    /// void.
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
            field: who.field,
            known: who.known,
            seed: format!("{} {}", who.farmer, self.season_of_year()).as_bytes(),
            drawn,
        });
        let crops: Vec<_> =
            advice.crops.iter().filter(|advised| advised.chance > 0.0).map(|advised| advised.crop).collect();
        let anew = (crops != drawn).then_some(KeptDraw { inputs, crops });
        (advice, anew)
    }

    fn season_of_year(&self) -> String {
        format!("{} {}", self.crop_year(), self.season())
    }

    fn inputs(&self, who: &DrawnFor<'_>) -> String {
        let Npk { nitrogen_g_per_ha, phosphorus_g_per_ha, potassium_g_per_ha } = who.npk;
        let known: Vec<_> = who.known.iter().map(|crop| crop.key()).collect();
        let mut inputs = format!(
            "{} {} {nitrogen_g_per_ha} {phosphorus_g_per_ha} {potassium_g_per_ha} {}",
            self.season_of_year(),
            who.field.district.key(),
            known.join(",")
        );
        // Nothing is added for what is not told, so that draws of earlier releases stay.
        let told = [who.field.water.map(Water::key), who.field.soil.map(Soil::key)];
        for told in told.into_iter().flatten() {
            inputs.push(' ');
            inputs.push_str(told);
        }
        inputs
    }
}

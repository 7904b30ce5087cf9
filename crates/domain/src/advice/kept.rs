//! The draw that is kept for a farmer: what it follows from, and when it is drawn anew.

use super::{Advice, DrawnCrop, FarmersLand, Field, Lot, Today};
use crate::farmer::Npk;
use crate::rotation::LastCrop;
use crate::{Crop, Soil, Water};
use jiff::civil::Date;
use std::collections::BTreeSet;

/// A farmer whose advice is drawn.
#[derive(Clone, Copy, Debug)]
pub struct DrawnFor<'a> {
    /// The farmer's number in the cell of the field.
    pub number: u64,
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
    /// What they were drawn from: crop year, season, district, soil, water, last crop and known crops. A draw for
    /// anything else is void.
    pub inputs: String,
    /// The crops, in the order of the draw.
    pub crops: Vec<DrawnCrop>,
    /// The key of the cell, and the farmer's number in it. `None`: drawn by an earlier release, or not numbered.
    pub lot: Option<(String, u64)>,
    /// The day of the draw in India.
    pub drawn_on: Date,
}

/// Farmers whose draws belong together: those of a season, district and kind of land. Each has one number among them,
/// which is given at the first advice and found again, whatever the farmer changes meanwhile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cell {
    /// `2026 kharif tn-erode rain_only`, with `-` where the water is not told.
    pub key: String,
    /// `2026 kharif`.
    pub season: String,
}

impl Today {
    /// The cell of a field on this day. A field's kind is its water. Soil, last crop and known crops move the chances
    /// of single farmers within a cell, as a soil test does.
    pub fn cell(&self, field: &Field<'_>) -> Cell {
        let (season, water) = (self.season_of_year(), field.water.map_or("-", Water::key));
        Cell { key: format!("{season} {} {water}", field.district.key()), season }
    }

    /// What a farmer is told on this day, and the draw to keep. `None`: there is nothing to keep that is not kept
    /// already.
    ///
    /// The draw follows from the farmer's number in the cell, so that one which could not be kept is the same the next
    /// time. Crops of the kept draw stay as long as they can be sown, until they have become full since, if the land
    /// and the known crops are the same.
    pub fn draw(&self, who: &DrawnFor<'_>, kept: Option<&KeptDraw>) -> (Advice, Option<KeptDraw>) {
        let inputs = self.inputs(who);
        let drawn = kept.map(|kept| self.still_drawn(who, &inputs, kept)).unwrap_or_default();
        let cell = self.cell(&who.field);
        let lot = Lot { cell: &cell.key, number: who.number };
        let advice = self.advise(&FarmersLand { field: who.field, known: who.known, lot, drawn: &drawn });
        let crops: Vec<_> = advice.crops.iter().map(|advised| advised.drawn).collect();
        let lot = Some((cell.key, who.number));
        let is_kept = crops == drawn && kept.is_some_and(|kept| kept.lot == lot);
        (advice, (!is_kept).then_some(KeptDraw { inputs, crops, lot, drawn_on: self.day() }))
    }

    /// The crops of a kept draw that hold for these inputs. Where only the season is another one, those whose window
    /// has been open since: the same sowing.
    fn still_drawn(&self, who: &DrawnFor<'_>, inputs: &str, kept: &KeptDraw) -> Vec<DrawnCrop> {
        /// What follows the crop year and the season.
        fn field(inputs: &str) -> Option<&str> {
            inputs.splitn(3, ' ').nth(2)
        }
        if kept.inputs == inputs {
            return kept.crops.clone();
        }
        if field(&kept.inputs) != field(inputs) {
            return Vec::new();
        }
        let sowable = self.sowable(&who.field);
        let is_same_sowing =
            |drawn: &&DrawnCrop| sowable.iter().any(|of| of.crop == drawn.crop && of.opening.earliest <= kept.drawn_on);
        kept.crops.iter().filter(is_same_sowing).copied().collect()
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
        let told =
            [who.field.water.map(Water::key), who.field.soil.map(Soil::key), who.field.last_crop.map(LastCrop::key)];
        for told in told.into_iter().flatten() {
            inputs.push(' ');
            inputs.push_str(told);
        }
        inputs
    }
}

//! What neighbours sow that is not one of the sixteen crops.

use grow_domain::Language;
use grow_domain::advice::Today;
use grow_domain::neighbours::Neighbour;
use grow_domain::soil_climate::Prediction;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

/// A crop that neighbours sow and that is not one of the sixteen. Nothing is reckoned of it.
#[derive(Serialize, ToSchema)]
pub(super) struct UnknownCrop {
    /// Its name in the language of the answer.
    #[schema(example = "wheat")]
    name: &'static str,
    /// Of the land that the district sows in these days, the part that grows it: 0.05 to 1.
    #[schema(example = 0.97)]
    share_here: f64,
    /// The last day on which most sow it; null where it is not known.
    #[schema(required, value_type = Option<String>, format = Date, example = "2026-12-15")]
    sow_until: Option<Date>,
    /// Null where the government supports no price, or none is known.
    #[schema(required)]
    support_price: Option<UnknownCropPrice>,
}

/// The price that the government supports for a crop that is not one of the sixteen.
#[derive(Serialize, ToSchema)]
struct UnknownCropPrice {
    #[schema(example = 2610)]
    rupees_per_quintal: u32,
    /// Marketing season.
    #[schema(example = "RMS 2027-28")]
    season: &'static str,
}

/// The crops, and whether they and others of their kind take most of the land that is sown in these days.
pub(super) fn unknown_crops(today: &Today, prediction: &Prediction, language: Language) -> (Vec<UnknownCrop>, bool) {
    let now = today.sown_now(prediction.district, prediction.land());
    let named = |neighbour| UnknownCrop::new(neighbour, today.day(), language);
    let told: Vec<_> = now.neighbours().iter().map(named).collect();
    let are_first = !told.is_empty() && now.is_mostly_others();
    (told, are_first)
}

impl UnknownCrop {
    fn new(neighbour: &Neighbour, day: Date, language: Language) -> Self {
        Self {
            name: neighbour.crop.name_in(language),
            share_here: neighbour.share,
            sow_until: neighbour.window.map(|window| window.last_day(day)),
            support_price: neighbour
                .support_price
                .map(|price| UnknownCropPrice { rupees_per_quintal: price.rupees_per_quintal, season: &price.season }),
        }
    }
}

//! The domain of Grow: crops, crop years, demand, sowings and recommendations.
//!
//! This crate is pure: it does no IO, has no async code, and takes the time as a parameter. Input is parsed once into
//! the types of this crate, and a value of such a type is valid. Weights are whole kilograms and areas whole square
//! metres, so sums are exact. Floats are used for shares, prices of crowding and display.

pub mod advice;
pub mod bounds;
pub mod budget;
pub mod calendar;
pub mod content;
pub mod crop;
pub mod crop_year;
pub mod demand;
pub mod district;
pub mod documents;
pub mod email;
pub mod encyclopedia;
pub mod farmer;
pub mod figures;
pub mod gazetteer;
pub mod intention;
mod keyed;
pub mod land;
pub mod land_unit;
pub mod language;
pub mod market_price;
pub mod neighbours;
pub mod nutrients;
pub mod observation;
pub mod other_crops;
mod per_crop;
pub mod phone;
pub mod privacy;
pub mod quantity;
pub mod recommendation;
pub mod region;
pub mod regional;
pub mod rotation;
pub mod season;
pub mod soil_climate;
pub mod soil_fit;
pub mod sowing;
pub mod state;
pub mod support_price;
mod table;
pub mod terrain;
pub mod text;
pub mod usual_yield;
pub mod validation;
pub mod water;

pub use crop::Crop;
pub use crop_year::CropYear;
pub use district::{Climate, District};
pub use email::Email;
pub use language::Language;
pub use per_crop::PerCrop;
pub use phone::PhoneNumber;
pub use quantity::{Kilograms, SquareMetres};
pub use region::Region;
pub use season::Season;
pub use state::State;
pub use validation::Invalid;
pub use water::{Soil, Water};

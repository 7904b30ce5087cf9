//! What Grow knows about farming: crops, crop years, demand, sowings and recommendations.
//!
//! Everything here is pure. There is no IO, nothing is async, and time comes in as a parameter. Input is parsed once into
//! the types of this crate; whoever holds one of them need not check it again. Weights are whole kilograms and areas whole
//! square metres, so that sums are exact; floats appear only where a figure is shown.

pub mod crop;
pub mod crop_year;
pub mod demand;
pub mod district;
pub mod encyclopedia;
pub mod farmer;
pub mod figures;
pub mod gazetteer;
pub mod nutrients;
pub mod phone;
pub mod privacy;
pub mod quantity;
pub mod recommendation;
pub mod region;
pub mod regional;
pub mod soil_climate;
pub mod sowing;
pub mod suitability;
pub mod text;
pub mod validation;

pub use crop::Crop;
pub use crop_year::CropYear;
pub use district::{Climate, District};
pub use phone::PhoneNumber;
pub use quantity::{Kilograms, SquareMetres};
pub use region::{Region, State};
pub use validation::Invalid;

//! What suits a climate: of every 100 hectares of the sixteen crops on such land, how many grow each.

mod shares;

pub use shares::Shares;

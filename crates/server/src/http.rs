//! The API: a file for each resource with its requests, responses and handlers. The list of routes is in
//! [`crate::router`].

pub(crate) mod account;
pub(crate) mod admission;
pub(crate) mod advice;
pub(crate) mod arrival;
pub(crate) mod body;
pub(crate) mod crops;
pub(crate) mod date;
pub(crate) mod demand;
pub(crate) mod farmer;
pub(crate) mod field_keys;
pub(crate) mod imported;
pub(crate) mod in_language;
pub(crate) mod intentions;
pub(crate) mod json;
pub(crate) mod measures;
pub(crate) mod notices;
pub(crate) mod operation;
pub(crate) mod own_language;
pub(crate) mod own_sessions;
pub(crate) mod path;
pub(crate) mod places;
pub(crate) mod privacy;
pub(crate) mod problem;
pub(crate) mod problem_type;
pub(crate) mod recommendations;
pub(crate) mod record;
pub(crate) mod regions;
pub(crate) mod request_id;
pub(crate) mod session;
pub(crate) mod session_answer;
pub(crate) mod sign_in;
pub(crate) mod sowings;
pub(crate) mod store_generation;
pub(crate) mod water_and_soil;

//! The only crate that knows HTTP.
//!
//! A request comes in through [`listen`], is led by the one list in [`http`] to its handler, is parsed there into domain types,
//! and ends in one pure function or one `Store` method. `live` shows every change to whoever watches; `auth` knows who asks.

mod app;
mod auth;
mod config;
mod environment;
mod erasures;
mod housekeeping;
mod html;
mod http;
mod limits;
mod listen;
mod live;
mod open_files;
mod readiness;
mod reconcile;
mod representation;
mod start;
mod web;

pub use app::App;
pub use auth::GOOGLE;
pub use auth::setup::is_loopback;
pub use auth::sign_in::{NoProviderName, ProviderName};
pub use config::{Config, DevelopmentSignIn, OidcClient, SessionLimits, StartError};
pub use environment::{Clock, Random};
pub use erasures::ErasuresError;
pub use http::openapi;
pub use limits::Limits;
pub use listen::{Server, ServerError};
pub use open_files::{most_connections, raise_limit as raise_open_file_limit};
pub use web::elsewhere::{Elsewhere, NoSuchSite, OtherSite};

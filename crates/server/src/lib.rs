//! The only crate that knows HTTP.
//!
//! A request comes in through [`listen`], is led by the one list in [`http`] to its handler, is parsed there into domain types,
//! and ends in one pure function or one `Store` method. `live` shows every change to whoever watches; `auth` knows who asks.

mod app;
mod auth;
mod environment;
mod erasures;
mod housekeeping;
mod html;
mod http;
mod limits;
mod listen;
mod live;
mod open_files;
mod reconcile;
mod representation;
mod web;

pub use app::{App, Config, DevelopmentSignIn, OidcClient, SessionLimits, StartError};
pub use auth::{GOOGLE, NoProviderName, ProviderName, is_loopback};
pub use environment::{Clock, Random};
pub use erasures::ErasuresError;
pub use http::openapi;
pub use limits::Limits;
pub use listen::{Server, ServerError};
pub use open_files::{most_connections, raise_limit as raise_open_file_limit};
pub use web::{Elsewhere, NoSuchSite, OtherSite};

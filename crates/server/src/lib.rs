//! The HTTP server. The only crate that depends on HTTP.
//!
//! [`listen`] accepts a request and the routes in [`router`] pass it to a handler, which parses it into domain types and
//! calls a pure function or one method of `Store`. `live` pushes changes to streams; `auth` handles sign-in and
//! sessions.

mod advising;
mod app;
mod auth;
mod background;
mod backups;
mod config;
mod environment;
mod erasures;
mod generation;
mod housekeeping;
mod http;
mod language;
mod limits;
mod listen;
mod live;
mod metrics;
mod middleware;
mod open_files;
mod permissions;
mod readiness;
mod reconcile;
mod representation;
mod restate;
mod router;
mod schema;
mod snapshots;
mod start;
mod traces;
mod web;

pub use app::App;
pub use auth::GOOGLE;
pub use auth::host::has_loopback_host;
pub use auth::reach_provider;
pub use auth::sign_in::{NoProviderName, ProviderName};
pub use backups::of_folder as backups_of_folder;
pub use config::{Config, DevelopmentSignIn, OidcClient, SessionLimits, StartError, TraceExport};
pub use environment::{Clock, Random};
pub use erasures::ErasuresError;
pub use limits::Limits;
pub use listen::{MetricsServer, Server, ServerError};
pub use open_files::{most_connections, raise_limit as raise_open_file_limit};
pub use router::openapi;
pub use web::external_content::{ExternalContentUrls, NoSuchSite, OtherSite};

//! The development sign-in, where anyone can sign in as anyone: on a loopback address only, unless the operator offers
//! it to everybody.

mod sample_record;
#[cfg(test)]
mod tests;

pub(crate) use sample_record::seed_sample_record;

use super::sign_in::ProviderName;
use crate::config::{Config, DevelopmentSignIn, OidcClient, StartError};
use crate::web::sentences;
use crate::{Clock, Random, language};
use axum::Router;
use axum::http::{HeaderMap, Uri};
use grow_dev_issuer::{Client, Host, Sentence};
use grow_domain::Language;
use jiff::Timestamp;
use url::Url;

/// Where the issuer is mounted.
const PATH: &str = "/dev-idp";

/// The client id at the issuer.
const CLIENT: &str = "grow-development";

/// Sets up the issuer, with this server as its client.
pub(super) fn issuer(
    config: &Config,
    redirect_uri: &Url,
    clock: &Clock,
    random: &Random,
) -> Result<(OidcClient, Router), StartError> {
    let Config { listen, public_url, .. } = config;
    match config.development_sign_in {
        DevelopmentSignIn::ForEverybody => {
            tracing::error!(
                "GROW_DEV_SIGN_IN=on: ANYONE WHO REACHES {public_url} CAN SIGN IN AS ANYONE; never use it for farmers"
            );
        }
        DevelopmentSignIn::OnThisComputer if config.is_on_loopback() => {
            tracing::warn!("the development sign-in is on: anyone at this computer can sign in as anyone");
        }
        DevelopmentSignIn::OnThisComputer => {
            return Err(StartError::NoIdentityProvider(*listen, public_url.clone()));
        }
    }
    let issuer = address(public_url);
    let client = Client { issuer: issuer.clone(), id: CLIENT.to_owned(), redirect_uri: redirect_uri.clone() };
    let routes = grow_dev_issuer::router(client, ThisServer { clock: clock.clone(), random: random.clone() });
    let routes = Router::new().nest(PATH, routes);
    let name = Some(ProviderName::google());
    Ok((OidcClient { issuer: issuer.into(), name, client_id: CLIENT.to_owned(), client_secret: None }, routes))
}

/// The issuer's address, under the server's public address.
fn address(public_url: &Url) -> Url {
    let mut issuer = public_url.clone();
    issuer.set_path(PATH);
    issuer
}

/// This server, as the issuer knows it.
struct ThisServer {
    clock: Clock,
    random: Random,
}

impl Host for ThisServer {
    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    fn fill_random(&self, bytes: &mut [u8]) {
        self.random.fill(bytes);
    }

    fn language(&self, headers: &HeaderMap) -> Language {
        language::of_guest(&Uri::default(), headers)
    }

    fn say(&self, sentence: Sentence, language: Language) -> &'static str {
        sentences::by_key(sentence.key(), language)
    }
}

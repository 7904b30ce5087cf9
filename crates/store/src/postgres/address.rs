//! The address of PostgreSQL: its hosts, and how connections to them are encrypted.

use super::tls::{self, Trust};
use crate::error::{Error, Result};
use percent_encoding::percent_decode_str;
use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{Config, config};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The address of a database: `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?PARAMETERS`.
#[derive(Clone)]
pub(super) struct Address {
    /// How each host is reached, in the order of the address.
    pub(super) hosts: Vec<Config>,
    pub(super) tls: MakeRustlsConnect,
}

impl Address {
    /// Parses an address. `sslmode` and `sslrootcert` mean what they mean to libpq, except that without `sslmode` a
    /// host that is another computer has to prove its name.
    pub(super) fn parse(url: &str) -> Result<Self> {
        let (url, encryption) = take_encryption(url)?;
        let mut hosts = each_host(&url)
            .iter()
            .map(|url| {
                url.parse::<Config>().map_err(|error| {
                    Error::Setup(format!("GROW_DATABASE_URL is no PostgreSQL address: {}.", sentence_of(&error)))
                })
            })
            .collect::<Result<Vec<_>>>()?;
        if hosts.iter().any(|host| host.get_hosts().len() > 1 || host.get_hostaddrs().len() > 1) {
            return Err(Error::Setup(
                "GROW_DATABASE_URL must name its hosts before the name of the database, as in \
                 postgres://grow@db1,db2/grow."
                    .to_owned(),
            ));
        }
        let (mode, trust) = encryption.settle(hosts.iter().find_map(elsewhere))?;
        let is_one_of_several = hosts.len() > 1;
        for host in &mut hosts {
            host.ssl_mode(mode);
            if is_one_of_several {
                host.target_session_attrs(TargetSessionAttrs::ReadWrite);
            }
        }
        Ok(Self { hosts, tls: tls::connector(trust)? })
    }
}

/// Names the hosts with their ports.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, host) in self.hosts.iter().enumerate() {
            let port = host.get_ports().first().copied().unwrap_or(5432);
            let separator = if place == 0 { "" } else { ", " };
            match (host.get_hosts().first(), host.get_hostaddrs().first()) {
                (Some(Host::Tcp(name)), _) => write!(f, "{separator}{name}:{port}")?,
                (Some(Host::Unix(folder)), _) => write!(f, "{separator}{}, port {port}", folder.display())?,
                (None, Some(address)) => write!(f, "{separator}{address}:{port}")?,
                (None, None) => write!(f, "{separator}port {port}")?,
            }
        }
        Ok(())
    }
}

/// What an address says of encryption.
#[derive(Default)]
struct Encryption {
    mode: Option<String>,
    root: Option<PathBuf>,
}

/// Takes the parameters out of an address that tokio-postgres does not know.
fn take_encryption(url: &str) -> Result<(String, Encryption)> {
    let mut encryption = Encryption::default();
    let Some((address, parameters)) = url.split_once('?') else { return Ok((url.to_owned(), encryption)) };
    let mut others = Vec::new();
    for parameter in parameters.split('&') {
        match parameter.split_once('=') {
            Some(("sslmode", mode)) => encryption.mode = Some(mode.to_owned()),
            Some(("sslrootcert", file)) => {
                let file = percent_decode_str(file).decode_utf8();
                let file = file.map_err(|_| Error::Setup("sslrootcert in GROW_DATABASE_URL is no text.".to_owned()))?;
                encryption.root = Some(PathBuf::from(&*file));
            }
            _ => others.push(parameter),
        }
    }
    let url = if others.is_empty() { address.to_owned() } else { format!("{address}?{}", others.join("&")) };
    Ok((url, encryption))
}

impl Encryption {
    /// Decides how connections are encrypted, given a host that is another computer, if there is one.
    fn settle(self, elsewhere: Option<String>) -> Result<(SslMode, Trust)> {
        let authority = |root| Trust::Authority { root, any_name: true };
        let settled = match (self.mode.as_deref(), elsewhere) {
            (Some("disable"), _) => (SslMode::Disable, Trust::Anyone),
            (None | Some("prefer"), None) => (SslMode::Prefer, Trust::Anyone),
            (Some("require"), _) => (SslMode::Require, self.root.map_or(Trust::Anyone, |root| authority(Some(root)))),
            (Some("verify-ca"), _) => (SslMode::Require, authority(self.root)),
            (None | Some("verify-full"), _) => {
                (SslMode::Require, Trust::Authority { root: self.root, any_name: false })
            }
            (Some("prefer"), Some(host)) => {
                return Err(Error::Setup(format!(
                    "sslmode=prefer in GROW_DATABASE_URL would let anyone on the network path to {host} turn \
                     encryption off. Use verify-full with sslrootcert=FILE, or disable if nobody else can listen there."
                )));
            }
            (Some(other), _) => {
                return Err(Error::Setup(format!(
                    "sslmode in GROW_DATABASE_URL must be disable, prefer, require, verify-ca or verify-full, not {other}."
                )));
            }
        };
        Ok(settled)
    }
}

/// Writes an address with several hosts as one address for each.
fn each_host(url: &str) -> Vec<String> {
    let Some((scheme, rest)) = url.split_once("://") else { return vec![url.to_owned()] };
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let (user, hosts) = match authority.rsplit_once('@') {
        Some((user, hosts)) => (format!("{user}@"), hosts),
        None => (String::new(), authority),
    };
    hosts.split(',').map(|host| format!("{scheme}://{user}{host}{path}")).collect()
}

/// The name of a host, if it is another computer.
fn elsewhere(host: &Config) -> Option<String> {
    let is_here = |host: &str| host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
    let names = host.get_hosts().iter().filter_map(|host| match host {
        config::Host::Tcp(name) => Some(name.clone()),
        config::Host::Unix(_) => None,
    });
    names.chain(host.get_hostaddrs().iter().map(IpAddr::to_string)).find(|host| !is_here(host))
}

/// The innermost reason of an error of the driver, which repeats the outer ones.
pub(super) fn sentence_of(error: &tokio_postgres::Error) -> String {
    let mut reason: &dyn std::error::Error = error;
    while let Some(inner) = reason.source() {
        reason = inner;
    }
    reason.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(url: &str) -> (SslMode, TargetSessionAttrs, usize) {
        let address = Address::parse(url).unwrap_or_else(|error| panic!("{url}: {error}"));
        let first = address.hosts.first().unwrap();
        (first.get_ssl_mode(), first.get_target_session_attrs(), address.hosts.len())
    }

    #[test]
    fn another_computer_is_reached_encrypted_unless_the_address_says_otherwise() {
        for (url, mode) in [
            ("postgres://grow@127.0.0.1:5432/grow", SslMode::Prefer),
            ("postgres://grow@localhost/grow", SslMode::Prefer),
            ("postgres://grow@[::1]/grow", SslMode::Prefer),
            ("postgres://grow@%2Fvar%2Frun%2Fpostgresql/grow", SslMode::Prefer),
            ("postgres://grow@db.example/grow", SslMode::Require),
            ("postgres://grow@localhost,db.example/grow", SslMode::Require),
            ("postgres://grow@localhost/grow?hostaddr=10.0.0.1", SslMode::Require),
            ("postgres://grow@localhost.example/grow", SslMode::Require),
            ("postgres://grow@10.0.0.1/grow?sslmode=require", SslMode::Require),
            ("postgres://grow@localhost/grow?sslmode=verify-full", SslMode::Require),
            ("postgres://grow@db.example/grow?connect_timeout=1&sslmode=disable", SslMode::Disable),
        ] {
            assert_eq!(settled(url).0, mode, "{url}");
        }
    }

    #[test]
    fn of_several_hosts_the_one_that_takes_writes_is_used() {
        let one = settled("postgres://grow@localhost/grow");
        assert_eq!((one.1, one.2), (TargetSessionAttrs::Any, 1));
        let three = settled("postgres://grow:p%40ss@localhost:1,127.0.0.1:2,[::1]:3/grow?application_name=x");
        assert_eq!((three.1, three.2), (TargetSessionAttrs::ReadWrite, 3));
        let address = Address::parse("postgres://grow@localhost:1,127.0.0.1/grow").unwrap();
        assert_eq!(address.to_string(), "localhost:1, 127.0.0.1:5432");
    }

    #[test]
    fn an_address_that_cannot_be_used_says_what_to_change() {
        for (url, hint) in [
            ("postgres://grow@db.example/grow?sslmode=prefer", "verify-full"),
            ("postgres://grow@db.example/grow?sslmode=on", "must be disable, prefer"),
            ("postgres://grow@db.example/grow?sslmode=verify-full&sslrootcert=/nowhere/ca.pem", "/nowhere/ca.pem"),
            ("postgres://grow@a/grow?host=b", "before the name of the database"),
            ("postgres://grow@localhost/grow?sslcert=x", "no PostgreSQL address: "),
        ] {
            let error = Address::parse(url).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.contains(hint), "{url}: {error}");
        }
    }
}

//! Rate limits and concurrency limits: for each farmer across all of their sessions, for each network address, and for
//! the whole server.
//!
//! Responses from memory are not counted: sending the overview, a file of the app or a guest's page costs less than
//! counting.

mod at_once;
mod client;
mod exports;
mod meter;
mod sampled;

use at_once::{AtOnce, Held, Share, Shares};
pub(crate) use client::{Client, ClientAddress};
pub(crate) use exports::Export;

use exports::Exports;
use grow_store::FarmerId;
use http::HeaderMap;
use meter::Meter;
use sampled::Sampled;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Rate limits and concurrency limits. A whole minute's requests may come in one burst.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Number of trusted proxies in front of the server that append to `X-Forwarded-For`.
    pub trusted_proxies: u8,
    /// Requests of one farmer per minute.
    pub farmer_per_minute: u32,
    /// Requests without a session from one network address per minute. A whole village may share an address.
    pub address_per_minute: u32,
    /// Requests of the sign-in from one network address per minute. One sign-in has two.
    pub sign_in_per_minute: u32,
    /// Concurrent requests.
    pub requests_at_once: usize,
    /// Concurrent requests of one farmer. A quarter as many more may wait for their body.
    pub farmer_at_once: u32,
    /// Concurrent requests from one network address. A quarter as many more may wait for their body.
    pub address_at_once: u32,
    /// Concurrent live streams of one farmer.
    pub farmer_streams: u32,
    /// Concurrent live streams from one network address.
    pub address_streams: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            trusted_proxies: 0,
            farmer_per_minute: 1_200,
            address_per_minute: 30_000,
            sign_in_per_minute: 3_000,
            requests_at_once: 4_096,
            farmer_at_once: 64,
            address_at_once: 1_024,
            farmer_streams: 32,
            address_streams: 4_000,
        }
    }
}

/// Why a request is not admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The client is over a limit and must wait this long.
    TooMany(Duration),
    /// The server is at its concurrency limit.
    Overloaded,
}

/// An admitted request. Releases its place on drop.
pub(crate) struct Admitted {
    _place: OwnedSemaphorePermit,
    _share: Share,
}

/// An accepted connection. Releases its place on drop.
pub(crate) struct Connected(#[expect(dead_code, reason = "held for its Drop")] Option<Held<ClientAddress>>);

/// All limits.
pub(crate) struct Gate {
    trusted_proxies: u8,
    farmers: Meter<FarmerId>,
    addresses: Meter<ClientAddress>,
    sign_ins: Meter<ClientAddress>,
    places: Arc<Semaphore>,
    answers: Shares,
    bodies: Shares,
    streams: Shares,
    exports: Exports,
    /// None if there are trusted proxies: then all connections come from them.
    connections: Option<AtOnce<ClientAddress>>,
    turned_away: Sampled,
}

/// `Retry-After` of a client that is over a concurrency limit.
const A_MOMENT: Duration = Duration::from_millis(500);

impl Gate {
    /// Creates the limits for this many concurrent connections.
    pub(crate) fn new(limits: &Limits, connections: usize) -> Self {
        let Limits { farmer_at_once, address_at_once, .. } = *limits;
        let half = u32::try_from(connections / 2).unwrap_or(u32::MAX);
        let bodies = |at_once: u32| at_once.div_ceil(4);
        Self {
            trusted_proxies: limits.trusted_proxies,
            farmers: Meter::per_minute(limits.farmer_per_minute),
            addresses: Meter::per_minute(limits.address_per_minute),
            sign_ins: Meter::per_minute(limits.sign_in_per_minute),
            places: Arc::new(Semaphore::new(limits.requests_at_once)),
            answers: Shares::of(farmer_at_once, address_at_once),
            bodies: Shares::of(bodies(farmer_at_once), bodies(address_at_once)),
            streams: Shares::of(limits.farmer_streams, limits.address_streams),
            exports: Exports::default(),
            connections: (limits.trusted_proxies == 0).then(|| AtOnce::at_most(half)),
            turned_away: Sampled::default(),
        }
    }

    /// Returns the network address of a request.
    pub(crate) fn address(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        ClientAddress::of(peer, headers, self.trusted_proxies)
    }

    /// Admits a connection, unless half of all connections come from its network address.
    pub(crate) fn connect(&self, peer: IpAddr) -> Option<Connected> {
        match &self.connections {
            Some(connections) => {
                Some(Connected(Some(connections.begin(ClientAddress::of(peer, &HeaderMap::new(), 0))?)))
            }
            None => Some(Connected(None)),
        }
    }

    /// Counts a request against the rate limit of its farmer, or without a session of its address.
    pub(crate) fn count(&self, client: &Client, now: Duration) -> Result<(), Refused> {
        match &client.farmer {
            Some(farmer) => self.farmers.count(farmer, now),
            None => self.addresses.count(&client.address, now),
        }
        .map_err(Refused::TooMany)
    }

    /// Counts a request of a sign-in.
    pub(crate) fn count_sign_in(&self, address: ClientAddress, now: Duration) -> Result<(), Refused> {
        self.sign_ins.count(&address, now).map_err(Refused::TooMany)
    }

    /// Reserves a place for a request, unless the server is at its limit.
    pub(crate) fn place(&self, now: Duration) -> Result<OwnedSemaphorePermit, Refused> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            if let Some(requests) = self.turned_away.happened(now) {
                tracing::warn!(requests, "requests were refused: the server is at its concurrency limit");
            }
            Refused::Overloaded
        })
    }

    /// Admits a request that has a place, unless its client is at the concurrency limit.
    pub(crate) fn admit(&self, place: OwnedSemaphorePermit, client: &Client) -> Result<Admitted, Refused> {
        let share = self.answers.take(client).ok_or(Refused::TooMany(A_MOMENT))?;
        Ok(Admitted { _place: place, _share: share })
    }

    /// Admits a live stream, or returns none if the client is at its limit.
    pub(crate) fn open_stream(&self, client: &Client) -> Option<Share> {
        self.streams.take(client)
    }

    /// Admits an export, or returns none if the farmer has one already.
    pub(crate) fn export(&self, farmer: FarmerId, now: Duration) -> Option<Export> {
        self.exports.begin(farmer, now)
    }

    /// Lets a request wait for its body, unless its client already has too many waiting requests.
    pub(crate) fn await_body(&self, client: &Client) -> Result<Share, Refused> {
        self.bodies.take(client).ok_or(Refused::TooMany(A_MOMENT))
    }
}

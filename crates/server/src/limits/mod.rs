//! How much anyone may ask for, so that there is enough for everyone else: each farmer, whatever sessions they have, and each
//! network address; and how much the server takes on at once.
//!
//! What lies ready in memory is not counted: handing out the overview, a file of the app or a guest's page costs less than counting.

mod at_once;
mod client;
mod meter;
mod sampled;

use at_once::{AtOnce, Held, Share, Shares};
pub(crate) use client::Client;

use grow_store::FarmerId;
use http::HeaderMap;
use meter::Meter;
use sampled::Sampled;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How much anyone may ask for. Of requests a minute as many may come at once.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many proxies of ours stand before the server and write down who asked them.
    pub trusted_proxies: u8,
    /// Requests a minute of one farmer.
    pub farmer_per_minute: u32,
    /// Requests a minute without a session from one network address, behind which a whole village may be.
    pub address_per_minute: u32,
    /// Steps of a sign-in a minute from one network address; a sign-in has two.
    pub sign_in_per_minute: u32,
    /// Requests that are answered at the same time.
    pub requests_at_once: usize,
    /// Requests of one farmer that are answered at the same time. A quarter as many may be waiting for their body.
    pub farmer_at_once: u32,
    /// Requests from one network address that are answered at the same time. A quarter as many may be waiting for their body.
    pub address_at_once: u32,
    /// Live streams that one farmer may have open.
    pub farmer_streams: u32,
    /// Live streams that may be open from one network address.
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

/// Whom a request counts for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker {
    /// The owner of its session.
    pub(crate) farmer: Option<FarmerId>,
    /// Where it comes from.
    pub(crate) address: Client,
}

/// Why a request is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The asker has asked for too much, and must wait this long.
    TooMany(Duration),
    /// The server has taken on all it can.
    Overloaded,
}

/// A request that is being answered; it has its place until this is dropped.
pub(crate) struct Admitted {
    _place: OwnedSemaphorePermit,
    _share: Share,
}

/// A connection that is open until this is dropped.
pub(crate) struct Connected(#[expect(dead_code, reason = "held, and never read")] Option<Held<Client>>);

/// Everything that is counted.
pub(crate) struct Gate {
    trusted_proxies: u8,
    farmers: Meter<FarmerId>,
    addresses: Meter<Client>,
    sign_ins: Meter<Client>,
    places: Arc<Semaphore>,
    answers: Shares,
    bodies: Shares,
    streams: Shares,
    /// None: the other end is a proxy of ours.
    connections: Option<AtOnce<Client>>,
    turned_away: Sampled,
}

/// When one of too many at the same time may come again.
const A_MOMENT: Duration = Duration::from_millis(500);

impl Gate {
    /// A gate for so many connections at the same time.
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
            connections: (limits.trusted_proxies == 0).then(|| AtOnce::at_most(half)),
            turned_away: Sampled::default(),
        }
    }

    /// Where a request comes from.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        Client::of(peer, headers, self.trusted_proxies)
    }

    /// Lets a connection in, as long as no more than half of all come from its network address.
    pub(crate) fn connect(&self, peer: IpAddr) -> Option<Connected> {
        match &self.connections {
            Some(connections) => Some(Connected(Some(connections.begin(Client::of(peer, &HeaderMap::new(), 0))?))),
            None => Some(Connected(None)),
        }
    }

    /// Counts a request: for its farmer, or without one for its address.
    pub(crate) fn count(&self, asker: &Asker, now: Duration) -> Result<(), Refused> {
        match &asker.farmer {
            Some(farmer) => self.farmers.count(farmer, now),
            None => self.addresses.count(&asker.address, now),
        }
        .map_err(Refused::TooMany)
    }

    /// Counts a step of a sign-in.
    pub(crate) fn count_sign_in(&self, address: Client, now: Duration) -> Result<(), Refused> {
        self.sign_ins.count(&address, now).map_err(Refused::TooMany)
    }

    /// A place for a request, as long as there is one.
    pub(crate) fn place(&self, now: Duration) -> Result<OwnedSemaphorePermit, Refused> {
        Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            if let Some(requests) = self.turned_away.happened(now) {
                tracing::warn!(requests, "requests were turned away: the server has taken on all it can");
            }
            Refused::Overloaded
        })
    }

    /// Lets a request with a place be answered, as long as its asker has not too many.
    pub(crate) fn admit(&self, place: OwnedSemaphorePermit, asker: &Asker) -> Result<Admitted, Refused> {
        let share = self.answers.take(asker).ok_or(Refused::TooMany(A_MOMENT))?;
        Ok(Admitted { _place: place, _share: share })
    }

    /// One more live stream for this asker; none where they have all that they may.
    pub(crate) fn open_stream(&self, asker: &Asker) -> Option<Share> {
        self.streams.take(asker)
    }

    /// Lets a request wait for its body, as long as its asker has not too many that do.
    pub(crate) fn await_body(&self, asker: &Asker) -> Result<Share, Refused> {
        self.bodies.take(asker).ok_or(Refused::TooMany(A_MOMENT))
    }
}

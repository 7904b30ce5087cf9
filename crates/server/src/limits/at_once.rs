//! Concurrency limits per farmer and network address.

use super::client::{Client, ClientAddress};
use grow_store::FarmerId;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts what is in progress for each key. Keys with a count of zero are removed.
pub(super) struct AtOnce<K>(Arc<Mutex<HashMap<K, u32>>>, u32);

/// One unit in progress. Dropping it ends it.
pub(crate) struct Held<K: Eq + Hash> {
    key: K,
    counts: Arc<Mutex<HashMap<K, u32>>>,
}

fn locked<K>(counts: &Mutex<HashMap<K, u32>>) -> MutexGuard<'_, HashMap<K, u32>> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K: Eq + Hash + Copy> AtOnce<K> {
    pub(super) fn at_most(most: u32) -> Self {
        Self(Arc::default(), most)
    }

    pub(super) fn begin(&self, key: K) -> Option<Held<K>> {
        let Self(counts, most) = self;
        let mut locked = locked(counts);
        let count = locked.entry(key).or_insert(0);
        if *count >= *most {
            return None;
        }
        *count += 1;
        Some(Held { key, counts: Arc::clone(counts) })
    }
}

impl<K: Eq + Hash> Drop for Held<K> {
    fn drop(&mut self) {
        let mut counts = locked(&self.counts);
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

/// Concurrency limits of one kind: for each farmer and for each network address.
pub(crate) struct Shares {
    farmers: AtOnce<FarmerId>,
    addresses: AtOnce<ClientAddress>,
}

/// A share of the limits, released on drop.
pub(crate) struct Share {
    _farmer: Option<Held<FarmerId>>,
    _address: Held<ClientAddress>,
}

impl Shares {
    pub(super) fn of(farmer: u32, address: u32) -> Self {
        Self { farmers: AtOnce::at_most(farmer), addresses: AtOnce::at_most(address) }
    }

    /// Takes a share, or returns none if the farmer or the address is at the limit.
    pub(crate) fn take(&self, client: &Client) -> Option<Share> {
        let address = self.addresses.begin(client.address)?;
        let farmer = match client.farmer {
            Some(farmer) => Some(self.farmers.begin(farmer)?),
            None => None,
        };
        Some(Share { _farmer: farmer, _address: address })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderMap;
    use std::net::{IpAddr, Ipv4Addr};
    use uuid::Uuid;

    fn client(farmer: Option<u128>, address: u8) -> Client {
        let peer = IpAddr::V4(Ipv4Addr::new(203, 0, 113, address));
        let farmer = farmer.map(|number| FarmerId(Uuid::from_u128(number)));
        Client { farmer, address: ClientAddress::of(peer, &HeaderMap::new(), 0) }
    }

    #[test]
    fn each_farmer_and_each_address_has_a_share_and_gives_it_back() {
        let shares = Shares::of(2, 3);
        let mut held: Vec<_> = (0..2).map(|_| shares.take(&client(Some(1), 1)).unwrap()).collect();
        assert!(shares.take(&client(Some(1), 1)).is_none(), "the farmer's share");
        assert!(shares.take(&client(Some(1), 2)).is_none(), "is the same wherever they are");
        held.push(shares.take(&client(Some(2), 1)).unwrap());
        assert!(shares.take(&client(None, 1)).is_none(), "the address's share");
        assert!(shares.take(&client(Some(3), 1)).is_none());
        assert!(shares.take(&client(None, 2)).is_some());
        held.pop();
        assert!(shares.take(&client(Some(3), 1)).is_some(), "what was refused took nothing");
        held.clear();
        assert!(locked(&shares.farmers.0).is_empty() && locked(&shares.addresses.0).is_empty());
    }
}

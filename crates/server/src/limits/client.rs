//! The network address of a client.

use grow_store::FarmerId;
use http::{HeaderMap, HeaderName};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The client that a request is counted for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// The owner of the session.
    pub(crate) farmer: Option<FarmerId>,
    /// The network address.
    pub(crate) address: ClientAddress,
}

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The network address of a client. For IPv6, the /64 network, which identifies a household and not a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ClientAddress(IpAddr);

impl ClientAddress {
    /// Returns the client's address. Each proxy appends the address that it was called from to `X-Forwarded-For`. The
    /// entry of the outermost trusted proxy is therefore as far from the right as there are trusted proxies; entries to
    /// its left may be forged. Without such an entry, the client is the peer of the connection.
    pub(crate) fn of(peer: IpAddr, headers: &HeaderMap, trusted_proxies: u8) -> Self {
        let entry = usize::from(trusted_proxies).checked_sub(1).and_then(|from_the_right| {
            let lines = headers.get_all(FORWARDED_FOR).into_iter().rev();
            let mut entries = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
            entries.nth(from_the_right)
        });
        Self(household(entry.and_then(|text| parse(text.trim())).unwrap_or(peer)))
    }
}

/// Parses an address with or without a port.
fn parse(text: &str) -> Option<IpAddr> {
    let bracketed = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    text.parse().ok().or_else(|| Some(text.parse::<SocketAddr>().ok()?.ip())).or_else(bracketed)
}

fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn only_the_forwarded_addresses_of_trusted_proxies_count() {
        const PEER: &str = "10.0.0.1";
        for (proxies, lines, expected) in [
            (0, &["1.1.1.1"][..], PEER),
            (0, &[], PEER),
            (1, &[], PEER),
            (1, &["1.1.1.1"], "1.1.1.1"),
            (1, &["6.6.6.6, 1.1.1.1"], "1.1.1.1"),
            (1, &["6.6.6.6", "1.1.1.1"], "1.1.1.1"),
            (1, &["6.6.6.6,7.7.7.7", "8.8.8.8 , 1.1.1.1"], "1.1.1.1"),
            (2, &["6.6.6.6, 2.2.2.2, 1.1.1.1"], "2.2.2.2"),
            (2, &["6.6.6.6, 2.2.2.2", "1.1.1.1"], "2.2.2.2"),
            (2, &["1.1.1.1"], PEER),
            (1, &["1.1.1.1:4711"], "1.1.1.1"),
            (1, &["[2001:db8:1:2:3:4:5:6]:4711"], "2001:db8:1:2::"),
            (1, &["[2001:db8:1:2:3:4:5:6]"], "2001:db8:1:2::"),
            (1, &["2001:db8:1:2::9"], "2001:db8:1:2::"),
            (1, &["::ffff:1.1.1.1"], "1.1.1.1"),
            (1, &["unknown"], PEER),
            (1, &["1.1.1.1, "], PEER),
            (1, &[""], PEER),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(FORWARDED_FOR, HeaderValue::from_str(line).unwrap());
            }
            let client = ClientAddress::of(PEER.parse().unwrap(), &headers, proxies);
            assert_eq!(client, ClientAddress(expected.parse().unwrap()), "{proxies} {lines:?}");
        }
    }
}

//! Client of Grow's API: farmers, sowings and the overview.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, bail, ensure};
use grow_domain::privacy::Agreed;
use serde::Deserialize;

use crate::answer::{header, headers};
use crate::client::{Answer, Connection, get, write};
use crate::load::Lane;

/// The overview of the demand.
pub(crate) const DEMAND: &str = "/api/v1/demand";
/// Its live stream.
pub(crate) const EVENTS: &str = "/api/v1/demand/events";
/// The farmer's own record.
pub(crate) const RECORD: &str = "/api/v1/me/profile";
/// The farmer's last ten sowings.
pub(crate) const TEN_SOWINGS: &str = "/api/v1/me/sowings?limit=10";

/// What the farmer is advised to sow.
pub(crate) const ADVICE: &str = "/api/v1/me/advice";

/// Crop of all sowings.
const CROP: &str = "groundnut";
const SOWING: &str = r#"{"crop":"groundnut","field_size_ha":1.25}"#;
/// Expected yield of a sowing: 1.25 ha at 2400 kg/ha, the middle of 1400 to 3400.
pub(crate) const SOWING_KG: u64 = 3000;

/// Source of unique idempotency keys.
static NEXT_KEY: AtomicU64 = AtomicU64::new(1);

/// A signed-in farmer.
#[derive(Clone, Debug)]
pub(crate) struct Farmer {
    address: SocketAddr,
    cookie: String,
}

impl Farmer {
    /// Signs in through the development identity provider, gives consent and saves a profile, like a new farmer.
    pub(crate) async fn sign_in(address: SocketAddr, email: &str) -> Result<Self> {
        let cookie = session_cookie(address, email).await.with_context(|| format!("sign in as {email}"))?;
        let farmer = Self { address, cookie };
        let mut connection = Connection::open(address).await?;
        let notice = Agreed::to_the_notice();
        let agreement = format!(r#"{{"version":{},"language":"{}"}}"#, notice.version(), notice.language());
        for (path, json) in [
            ("/api/v1/me/consent", &*agreement),
            (RECORD, r#"{"number":"9876543210","place":"Thanjavur"}"#),
            ("/api/v1/me/npk", r#"{"n":120,"p":60,"k":40}"#),
            ("/api/v1/me/known-crops/groundnut", "{}"),
            ("/api/v1/me/known-crops/paddy", "{}"),
        ] {
            let request = write("PUT", address, path, &farmer.cookie_line(), json);
            connection.ask(&request).await?.expect_status(200).with_context(|| format!("PUT {path}"))?;
        }
        Ok(farmer)
    }

    /// A farmer whose session is stored already.
    pub(crate) fn with_session(address: SocketAddr, token: &str) -> Self {
        Self { address, cookie: format!("grow_session={token}") }
    }

    /// Builds a signed-in `GET` request.
    pub(crate) fn get(&self, path: &str) -> Vec<u8> {
        get(self.address, path, Some(&self.cookie))
    }

    /// Returns sowings by this farmer, each with its own idempotency key.
    pub(crate) fn sowings(&self) -> Sowings {
        Sowings::at(self.address, "/api/v1/me/sowings", &self.cookie_line())
    }

    fn cookie_line(&self) -> String {
        format!("cookie: {}\r\n", self.cookie)
    }
}

/// Posts the same sowing repeatedly, each time with a new `Idempotency-Key`.
pub(crate) struct Sowings {
    request: Vec<u8>,
    key: Range<usize>,
    /// Number of 201 answers.
    pub(crate) acknowledged: u64,
}

impl Sowings {
    /// Posts to any path, so that the yardstick receives the same bytes.
    pub(crate) fn at(address: SocketAddr, path: &str, cookie_line: &str) -> Self {
        let key_line = format!("idempotency-key: {:036}\r\n", 0);
        let request = write("POST", address, path, &format!("{cookie_line}{key_line}"), SOWING);
        let end = memchr::memmem::find(&request, key_line.as_bytes()).map_or(0, |start| start + key_line.len() - 2);
        Self { request, key: end.saturating_sub(36)..end, acknowledged: 0 }
    }
}

impl Lane for Sowings {
    fn request(&mut self) -> &[u8] {
        let mut number = NEXT_KEY.fetch_add(1, Ordering::Relaxed);
        for digit in self.request.get_mut(self.key.clone()).unwrap_or_default().iter_mut().rev() {
            *digit = b"0123456789".get(usize::try_from(number % 10).unwrap_or_default()).copied().unwrap_or(b'0');
            number /= 10;
        }
        &self.request
    }

    fn check(&mut self, answer: Answer<'_>) -> Result<()> {
        answer.expect_status(201).context("sowing")?;
        self.acknowledged += 1;
        Ok(())
    }
}

/// Returns the `met` of the crop in an overview, in kg.
pub(crate) fn met_kg(overview: &[u8]) -> Result<u64> {
    changed_met_kg(overview)?.context("no row of the crop in the overview")
}

/// Returns the `met` of the crop in an event, which contains only changed rows.
pub(crate) fn changed_met_kg(demand: &[u8]) -> Result<Option<u64>> {
    #[derive(Deserialize)]
    struct Demand<'j> {
        #[serde(borrow)]
        crops: Vec<Row<'j>>,
    }
    #[derive(Deserialize)]
    struct Row<'j> {
        crop: &'j str,
        #[serde(borrow)]
        met_tonnes: &'j serde_json::value::RawValue,
    }
    let demand: Demand<'_> =
        serde_json::from_slice(demand).with_context(|| String::from_utf8_lossy(demand).into_owned())?;
    demand.crops.iter().find(|row| row.crop == CROP).map(|row| kilograms(row.met_tonnes.get())).transpose()
}

/// Parses tonnes with up to three decimals as kilograms. Works on digits, because the comparison must be exact.
fn kilograms(tonnes: &str) -> Result<u64> {
    let (whole, fraction) = tonnes.split_once('.').unwrap_or((tonnes, ""));
    ensure!(fraction.len() <= 3, "{tonnes} t has more than three decimals");
    Ok(format!("{whole}{fraction:0<3}").parse()?)
}

/// Reads the current `met` of the crop, in kg.
pub(crate) async fn read_met_kg(address: SocketAddr) -> Result<u64> {
    let mut connection = Connection::open(address).await?;
    let answer = connection.ask(&get(address, DEMAND, None)).await?;
    answer.expect_status(200)?;
    met_kg(answer.body)
}

/// Follows the redirects of a sign-in with a login hint, with cookies, until there is a session.
async fn session_cookie(address: SocketAddr, email: &str) -> Result<String> {
    let mut connection = Connection::open(address).await?;
    let mut jar = BTreeMap::new();
    let origin = format!("http://{address}");
    let mut path = format!("/auth/start?mode=redirect&login_hint={}", email.replace('@', "%40"));
    for _ in 0..6 {
        let cookies: Vec<String> = jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let cookies = cookies.join("; ");
        let answer = connection.ask(&get(address, &path, (!cookies.is_empty()).then_some(&cookies))).await?;
        for cookie in headers(answer.head, "set-cookie") {
            let pair = cookie.split(';').next().unwrap_or_default();
            if let Some((name, value)) = pair.split_once('=') {
                jar.insert(name.to_owned(), value.to_owned());
            }
        }
        let location = header(answer.head, "location").with_context(|| {
            format!("status {} from {path}: {}", answer.status, String::from_utf8_lossy(answer.body))
        })?;
        path = location.strip_prefix(&origin).unwrap_or(location).to_owned();
        if path == "/dashboard" {
            let session = jar.get("grow_session").context("no session cookie")?;
            return Ok(format!("grow_session={session}"));
        }
        ensure!(path.starts_with('/') && !path.starts_with("/login"), "redirected to {path}");
    }
    bail!("too many redirects, the last to {path}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn met_is_read_to_the_kilogram() {
        let overview = br#"{"region":"IN","crops":[{"crop":"paddy","met_tonnes":7},{"crop":"groundnut","met_tonnes":10110003.25}]}"#;
        assert_eq!(met_kg(overview).unwrap(), 10_110_003_250);
        assert_eq!(changed_met_kg(br#"{"crops":[{"crop":"paddy","met_tonnes":7.001}]}"#).unwrap(), None);
        assert_eq!(kilograms("0.001").unwrap(), 1);
        assert!(kilograms("1.0001").is_err());
    }

    #[test]
    fn every_sowing_has_a_key_of_its_own() {
        let mut sowings = Sowings::at("127.0.0.1:1".parse().unwrap(), "/sowings", "cookie: a=b\r\n");
        let (first, second) = (sowings.request().to_vec(), sowings.request().to_vec());
        assert_ne!(first, second);
        assert_eq!(first.len(), second.len());
        assert!(String::from_utf8(second).unwrap().contains("idempotency-key: 0000"));
    }
}

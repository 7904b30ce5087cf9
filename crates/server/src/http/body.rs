//! JSON request bodies: read completely within limits of size and time, and parsed with errors that name the fault.

use super::problem::{Problem, ProblemType};
use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use bytes::Bytes;
use http::{HeaderMap, header};
use http_body_util::LengthLimitError;
use hyper::body::Body as _;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde_json::error::Category;
use serde_json::value::RawValue;
use std::error::Error;
use std::time::Duration;
use tokio::time::timeout;

/// Maximum size of a body.
const MOST_BYTES: usize = 16 * 1024;
/// Maximum time for a body to arrive.
const MOST_TIME: Duration = Duration::from_secs(20);

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        if let Some(detail) = unreadable(request.headers()) {
            return Err(Problem::new(ProblemType::NotJson, detail));
        }
        parse(&read(request.into_body()).await?).map(Self)
    }
}

/// Returns whether a request has a JSON body that has not arrived completely.
pub(super) fn is_to_come(request: &Request) -> bool {
    unreadable(request.headers()).is_none() && !request.body().is_end_stream()
}

/// Returns the request after reading its body.
pub(super) async fn arrive(request: Request) -> Result<Request, Problem> {
    let (head, body) = request.into_parts();
    Ok(Request::from_parts(head, read(body).await?.into()))
}

async fn read(body: axum::body::Body) -> Result<Bytes, Problem> {
    let too_large = || Problem::new(ProblemType::BodyTooLarge, "A change may be at most 16 KiB long.");
    // A length that is stated is refused before anything of it arrives.
    if body.size_hint().lower() > MOST_BYTES as u64 {
        return Err(too_large());
    }
    match timeout(MOST_TIME, to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if error.source().is_some_and(<dyn Error>::is::<LengthLimitError>) => Err(too_large()),
        Ok(Err(_)) => {
            let detail = "The change broke off on its way. Nothing was saved; please try again.";
            Err(Problem::new(ProblemType::MalformedJson, detail))
        }
        Err(_) => {
            let detail = "The change did not arrive in time. Nothing was saved; please try again.";
            Err(Problem::new(ProblemType::BodyTooSlow, detail))
        }
    }
}

/// Returns what to do about a body that is said to be something else than JSON in UTF-8. `None` if it is JSON.
fn unreadable(headers: &HeaderMap) -> Option<&'static str> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut parts = text(header::CONTENT_TYPE).split(';').map(str::trim);
    if !parts.next().is_some_and(|essence| essence.eq_ignore_ascii_case("application/json")) {
        return Some("Send the change as JSON, with content-type: application/json.");
    }
    let mut charsets = parts.filter_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.eq_ignore_ascii_case("charset").then(|| value.trim_matches('"').to_ascii_lowercase())
    });
    // What is in ASCII is in UTF-8.
    if !charsets.all(|charset| matches!(&*charset, "utf-8" | "utf8" | "us-ascii")) {
        return Some("Send the change in UTF-8, with content-type: application/json.");
    }
    if headers.contains_key(header::CONTENT_ENCODING)
        && !text(header::CONTENT_ENCODING).eq_ignore_ascii_case("identity")
    {
        return Some("Send the change as it is, without content-encoding.");
    }
    None
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    // Serde would accept an array in place of an object.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(not_an_object());
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        wrong_shape(error.inner(), path)
    })?;
    json.end().map_err(|error| wrong_shape(&error, String::new()))?;
    Ok(value)
}

fn wrong_shape(error: &serde_json::Error, path: String) -> Problem {
    if !matches!(error.classify(), Category::Data) {
        let detail = format!("This is not JSON: it breaks off or goes wrong in line {}.", error.line());
        return Problem::new(ProblemType::MalformedJson, detail);
    }
    let message = error.to_string();
    let named = || message.split('`').nth(1).unwrap_or_default().to_owned();
    if message.starts_with("unknown field") {
        Problem::new(ProblemType::UnknownField, format!("There is no member '{}' here.", named())).at(named())
    } else if message.starts_with("missing field") {
        missing(&named())
    } else if message.starts_with("duplicate field") {
        let detail = format!("The member '{}' stands there twice.", named());
        Problem::new(ProblemType::DuplicateField, detail).at(named())
    } else if path == "." {
        not_an_object()
    } else {
        Problem::new(ProblemType::WrongType, format!("The member '{path}' has another type.")).at(path)
    }
}

fn not_an_object() -> Problem {
    Problem::new(ProblemType::WrongType, "The change must be a JSON object.")
}

/// The problem of a member that is missing.
pub(super) fn missing(field: &str) -> Problem {
    let detail = format!("The member '{field}' is missing.");
    Problem::new(ProblemType::MissingField, detail).at(field.to_owned())
}

/// Deserialises a member that may be missing, but not null.
pub(super) fn not_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Deserialises a member that may be null, but not missing.
pub(super) fn nullable<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// A number as the client wrote it, for exact parsing. Text reads as an invalid number.
#[derive(Debug)]
pub(crate) struct Decimal(String);

impl Decimal {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = <&RawValue>::deserialize(deserializer)?.get();
        match written.as_bytes() {
            [b'-' | b'0'..=b'9', ..] => Ok(Self(without_exponent(written))),
            [b'"', ..] => Ok(Self("text".to_owned())),
            _ => Err(D::Error::custom("neither a number nor text")),
        }
    }
}

/// Returns a JSON number without exponent: `1.25e2` becomes `125`.
fn without_exponent(number: &str) -> String {
    /// A shift by so many digits makes any number that fits into a body too large or too precise to be valid.
    const FARTHEST: isize = 2 * MOST_BYTES.cast_signed();

    let Some((mantissa, exponent)) = number.split_once(['e', 'E']) else { return number.to_owned() };
    let beyond = if exponent.starts_with('-') { -FARTHEST } else { FARTHEST };
    let by = exponent.parse().unwrap_or(beyond).clamp(-FARTHEST, FARTHEST);
    let (sign, mantissa) = mantissa.split_at(usize::from(mantissa.starts_with('-')));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let point = whole.len().cast_signed() + by;
    let before = "0".repeat(point.min(0).unsigned_abs());
    let after = "0".repeat((point - digits.len().cast_signed()).max(0).unsigned_abs());
    let digits = [before, digits, after].concat();
    let (whole, fraction) = digits.split_at(point.max(0).unsigned_abs());
    format!("{sign}{whole}.{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Field {
        size: Decimal,
    }

    #[test]
    fn each_shape_that_is_wrong_has_its_own_slug() {
        for (body, slug) in [
            ("", "malformed-json"),
            ("{\"size\":", "malformed-json"),
            ("{\"size\":1} x", "malformed-json"),
            ("{\"size\":01}", "malformed-json"),
            ("[]", "wrong-type"),
            ("[1.25]", "wrong-type"),
            ("3", "wrong-type"),
            ("null", "wrong-type"),
            ("{}", "missing-field"),
            ("{\"size\":1,\"met\":9}", "unknown-field"),
            ("{\"size\":[1]}", "wrong-type"),
            ("{\"size\":null}", "wrong-type"),
            ("{\"size\":true}", "wrong-type"),
            ("{\"size\":1,\"size\":2}", "duplicate-field"),
        ] {
            let problem = parse::<Field>(body.as_bytes()).unwrap_err();
            assert_eq!(problem_slug(problem), slug, "{body}");
        }
    }

    #[test]
    fn a_number_is_kept_as_it_was_written() {
        for (body, text) in [
            ("1.25", "1.25"),
            ("0.1", "0.1"),
            ("3", "3"),
            (" -1 ", "-1"),
            ("1.2500000000000000000001", "1.2500000000000000000001"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("\"1.25\"", "text"),
        ] {
            let body = format!("{{\"size\":{body}}}");
            assert_eq!(parse::<Field>(body.as_bytes()).unwrap().size.as_str(), text);
        }
    }

    #[test]
    fn an_exponent_moves_the_point() {
        for (number, digits) in [
            ("1.25e0", "1.25"),
            ("1.25e2", "125."),
            ("1.25E+3", "1250."),
            ("-125e-2", "-1.25"),
            ("125e-3", ".125"),
            ("1e-3", ".001"),
            ("0.05e1", "00.5"),
        ] {
            assert_eq!(without_exponent(number), digits, "{number}");
        }
        for number in ["1e400", "1e99999999999999999999"] {
            assert!(without_exponent(number).len() > 400, "{number}");
        }
        for number in ["1e-400", "1e-99999999999999999999"] {
            assert!(without_exponent(number).starts_with(".0000"), "{number}");
        }
    }

    fn problem_slug(problem: Problem) -> String {
        serde_json::to_value(problem).unwrap()["type"].as_str().unwrap().to_owned()
    }
}

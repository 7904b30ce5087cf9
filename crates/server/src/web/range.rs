//! Range requests. Browsers use them to play videos: Safari always, others to seek.

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use std::ops::RangeInclusive;

/// Cuts the response with a file down to the requested range, if there is one.
pub(super) fn cut(response: &mut Response, request: &HeaderMap, tag: &HeaderValue, file: &Bytes) {
    let length = file.len();
    response.headers_mut().insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    let (status, place, part) = match wanted(request, tag, length) {
        Wanted::Whole => return,
        Wanted::Part(part) => {
            let place = format!("bytes {}-{}/{length}", part.start(), part.end());
            (StatusCode::PARTIAL_CONTENT, place, file.slice(part))
        }
        Wanted::Nothing => (StatusCode::RANGE_NOT_SATISFIABLE, format!("bytes */{length}"), Bytes::new()),
    };
    *response.status_mut() = status;
    *response.body_mut() = Body::from(part);
    if let Ok(place) = HeaderValue::try_from(place) {
        response.headers_mut().insert(header::CONTENT_RANGE, place);
    }
}

#[derive(Debug, PartialEq)]
enum Wanted {
    Whole,
    Part(RangeInclusive<usize>),
    /// A range beyond the end of the file.
    Nothing,
}

/// Parses the requested range. A range that is invalid or has several parts is ignored, as the standard allows.
fn wanted(headers: &HeaderMap, tag: &HeaderValue, length: usize) -> Wanted {
    // A range of another version is useless, and a weak tag does not distinguish versions.
    let same = headers.get(header::IF_RANGE).is_none_or(|known| known == tag && tag.as_bytes().starts_with(b"\""));
    let range = headers.get(header::RANGE).filter(|_| same).and_then(|range| range.to_str().ok());
    let parsed = range.and_then(|range| {
        let (unit, part) = range.split_once('=')?;
        let (first, last) = part.trim().split_once('-')?;
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_known = unit.eq_ignore_ascii_case("bytes") && is_number(first) && is_number(last);
        is_known.then(|| (position(first), position(last)))
    });
    let part = match parsed {
        None | Some((None, None)) => return Wanted::Whole,
        Some((Some(first), Some(last))) if last < first => return Wanted::Whole,
        Some((Some(first), last)) => first..=last.unwrap_or(usize::MAX).min(length.saturating_sub(1)),
        Some((None, Some(0))) => return Wanted::Nothing,
        Some((None, Some(last))) => length.saturating_sub(last)..=length.saturating_sub(1),
    };
    if *part.start() < length { Wanted::Part(part) } else { Wanted::Nothing }
}

/// Parses digits. A number beyond `usize` is as good as the largest one.
fn position(digits: &str) -> Option<usize> {
    (!digits.is_empty()).then(|| digits.parse().unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAG: HeaderValue = HeaderValue::from_static("\"1\"");

    fn wanted_of(pairs: &[(http::HeaderName, &'static str)], tag: &HeaderValue) -> Wanted {
        let pairs = pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        wanted(&pairs.collect(), tag, 100)
    }

    #[test]
    fn a_range_names_one_part_of_the_file() {
        for (range, expected) in [
            ("bytes=0-1", Wanted::Part(0..=1)),
            ("Bytes=0-0", Wanted::Part(0..=0)),
            ("bytes= 10-", Wanted::Part(10..=99)),
            ("bytes=90-200", Wanted::Part(90..=99)),
            ("bytes=-10", Wanted::Part(90..=99)),
            ("bytes=-200", Wanted::Part(0..=99)),
            ("bytes=5-99999999999999999999999", Wanted::Part(5..=99)),
            ("bytes=99-99", Wanted::Part(99..=99)),
            ("bytes=100-", Wanted::Nothing),
            ("bytes=99999999999999999999999-", Wanted::Nothing),
            ("bytes=-0", Wanted::Nothing),
            ("bytes=0-1,5-6", Wanted::Whole),
            ("bytes=9-8", Wanted::Whole),
            ("bytes=-", Wanted::Whole),
            ("bytes=+1-2", Wanted::Whole),
            ("bytes=a-b", Wanted::Whole),
            ("bytes", Wanted::Whole),
            ("rows=0-1", Wanted::Whole),
            ("", Wanted::Whole),
        ] {
            assert_eq!(wanted_of(&[(header::RANGE, range)], &TAG), expected, "{range}");
        }
        assert_eq!(wanted_of(&[], &TAG), Wanted::Whole);
    }

    #[test]
    fn a_part_is_given_of_the_version_that_the_browser_has_begun() {
        let weak = HeaderValue::from_static("W/\"1\"");
        for (known, tag, expected) in [
            ("\"1\"", &TAG, Wanted::Part(0..=1)),
            ("\"2\"", &TAG, Wanted::Whole),
            ("W/\"1\"", &weak, Wanted::Whole),
            ("Wed, 21 Oct 2026 07:28:00 GMT", &TAG, Wanted::Whole),
        ] {
            let pairs = [(header::RANGE, "bytes=0-1"), (header::IF_RANGE, known)];
            assert_eq!(wanted_of(&pairs, tag), expected, "{known} {tag:?}");
        }
    }

    #[test]
    fn an_empty_file_has_no_parts() {
        let headers = HeaderMap::from_iter([(header::RANGE, HeaderValue::from_static("bytes=0-"))]);
        let mut response = Response::default();
        cut(&mut response, &headers, &TAG, &Bytes::new());
        assert_eq!(response.status(), StatusCode::RANGE_NOT_SATISFIABLE);
    }
}

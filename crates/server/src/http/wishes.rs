//! What a client says about itself: which version it has, and which packings it can open.

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// Whether the client has the version with this tag. Tags are compared weakly, as they are for a read: `W/"1"` is `"1"`.
pub(crate) fn is_known(headers: &HeaderMap, tag: &HeaderValue) -> bool {
    let tag = strong(tag.to_str().unwrap_or_default());
    items(headers, header::IF_NONE_MATCH).any(|known| known == "*" || strong(known) == tag)
}

fn strong(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// Whether the client can open this packing.
pub(crate) fn takes(headers: &HeaderMap, packing: &str) -> bool {
    items(headers, header::ACCEPT_ENCODING).any(|offer| {
        let (name, weight) = offer.split_once(';').unwrap_or((offer, ""));
        name.trim().eq_ignore_ascii_case(packing) && !is_nothing(weight)
    })
}

/// Whether a weight says 'not at all': `q=0`, with or without decimals.
fn is_nothing(weight: &str) -> bool {
    let number = weight.trim().strip_prefix(['q', 'Q']).and_then(|rest| rest.strip_prefix('='));
    number.and_then(|number| number.parse::<f32>().ok()) == Some(0.0)
}

/// The parts of a header that is a list.
fn items(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_known_whether_or_not_it_is_called_weak() {
        for (known, tag, same) in [
            (r#"W/"1""#, r#"W/"1""#, true),
            (r#""1""#, r#"W/"1""#, true),
            (r#"W/"1""#, r#""1""#, true),
            (r#""0" , W/"1""#, r#"W/"1""#, true),
            ("*", r#"W/"1""#, true),
            (r#"W/"11""#, r#"W/"1""#, false),
            ("1", r#"W/"1""#, false),
            ("", r#"W/"1""#, false),
        ] {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_static(known))]);
            assert_eq!(is_known(&headers, &HeaderValue::from_static(tag)), same, "{known} {tag}");
        }
        assert!(!is_known(&HeaderMap::new(), &HeaderValue::from_static("\"1\"")));
    }

    #[test]
    fn a_packing_with_no_weight_is_refused() {
        for (offer, taken) in [
            ("br", true),
            ("gzip, deflate, BR", true),
            ("br;q=1", true),
            ("gzip;q=1.0, br; q=0.001", true),
            ("br;q=0", false),
            ("br;q=0.0", false),
            ("br ; Q=0.000", false),
            ("gzip", false),
            ("brotli", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(offer))]);
            assert_eq!(takes(&headers, "br"), taken, "{offer}");
        }
        assert!(!takes(&HeaderMap::new(), "br"));
    }
}

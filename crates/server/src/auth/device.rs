//! The name of a browser, shown in the list of sessions.

/// Browser names by their token in the user agent. Browsers whose user agent also has another browser's token come
/// first.
const BROWSERS: [(&str, &str); 10] = [
    ("SamsungBrowser/", "Samsung Internet"),
    ("UCBrowser/", "UC Browser"),
    ("OPR/", "Opera"),
    ("EdgA/", "Edge"),
    ("Edg/", "Edge"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
const SYSTEMS: [(&str, &str); 8] = [
    ("KAIOS", "KaiOS"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "Chromebook"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
];

/// Returns the name of a browser, such as 'Chrome on Android', or none if the user agent is unknown.
pub(super) fn name(user_agent: &str) -> Option<String> {
    let known = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    match (known(&BROWSERS), known(&SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser} on {system}")),
        (Some(name), None) | (None, Some(name)) => Some(name.to_owned()),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_has_the_name_that_its_owner_knows() {
        for (user_agent, expected) in [
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36",
                Some("Chrome on Android"),
            ),
            (
                "Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 \
                 Chrome/121.0.0.0 Mobile Safari/537.36",
                Some("Samsung Internet on Android"),
            ),
            (
                "Mozilla/5.0 (Mobile; LYF/F90M; Android; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5",
                Some("Firefox on KaiOS"),
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 \
                 Mobile/15E148 Safari/604.1",
                Some("Safari on iPhone"),
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120.0 Safari/604.1",
                Some("Chrome on iPad"),
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 \
                 Safari/537.36 Edg/137.0.0.0",
                Some("Edge on Windows"),
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15",
                Some("Safari on Mac"),
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:139.0) Gecko/20100101 Firefox/139.0", Some("Firefox on Linux")),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36",
                Some("Chrome on Chromebook"),
            ),
            ("Opera Mini on Windows", Some("Windows")),
            ("curl/8.5.0", None),
            ("<script>alert(1)</script>", None),
            ("", None),
        ] {
            assert_eq!(name(user_agent).as_deref(), expected, "{user_agent}");
        }
    }
}

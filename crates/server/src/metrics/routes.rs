//! Which route a path is of.

/// Routes of the server beside those of the API.
const OTHERS: [&str; 6] = ["/healthz", "/readyz", "/metrics", "/auth/{*step}", "/assets/{*file}", "/shell/{language}"];
/// The label of the app's pages, and of every other path.
const PAGE: &str = "page";
/// The label of a path of the API that does not exist.
const NO_SUCH: &str = "/api/{*rest}";

/// The routes by their paths.
pub(crate) struct Routes(matchit::Router<&'static str>);

impl Routes {
    /// With these paths of the API, once for the process.
    pub(crate) fn of(paths: impl IntoIterator<Item = String>) -> Self {
        let mut routes = matchit::Router::new();
        let paths = paths.into_iter().map(|path| -> &'static str { path.leak() });
        for route in paths.chain(OTHERS).chain([NO_SUCH]) {
            // The router of the server refuses paths that exclude each other, so that none does here.
            let _ = routes.insert(route, route);
        }
        Self(routes)
    }

    /// The pattern of a path, which is the label of its requests.
    pub(crate) fn of_path(&self, path: &str) -> &'static str {
        self.0.at(path).map_or(PAGE, |found| *found.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_counted_by_the_pattern_of_its_path() {
        let routes = Routes::of(["/api/v1/me/sowings".to_owned(), "/api/v1/me/sowings/{id}".to_owned()]);
        assert_eq!(routes.of_path("/api/v1/me/sowings"), "/api/v1/me/sowings");
        assert_eq!(routes.of_path("/api/v1/me/sowings/7"), "/api/v1/me/sowings/{id}");
        assert_eq!(routes.of_path("/api/v1/nothing"), "/api/{*rest}");
        assert_eq!(routes.of_path("/assets/index.js"), "/assets/{*file}");
        for page in ["/", "/demand", "/wp-admin"] {
            assert_eq!(routes.of_path(page), "page", "{page}");
        }
    }
}

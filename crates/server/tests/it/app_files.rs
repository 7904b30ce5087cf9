//! Files of the app other than its pages: the background videos, and the slides and logo that an operator may replace.

use crate::both_servers;
use crate::grow::Grow;
use grow_server::{Config, ExternalContentUrls};
use grow_store::both_stores;
use http::{Method, header};
use std::path::Path;

/// Returns the files in `assets/` with this extension. Empty if the app is not built.
fn built(ending: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/assets");
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let found: Vec<String> =
        names.iter().filter(|name| name.ends_with(ending)).map(|name| format!("/assets/{name}")).collect();
    assert!(!found.is_empty(), "{names:?}");
    found
}

both_servers! {
    async fn a_video_is_kept_for_ever_and_never_packed(grow) {
        let guest = grow.guest();
        for path in built(".mp4") {
            let request = guest.request(Method::GET, &path).header(header::ACCEPT_ENCODING, "gzip, br");
            let answer = guest.send(request).await;
            assert_eq!((answer.status.as_u16(), answer.header(header::CONTENT_TYPE)), (200, "video/mp4"), "{path}");
            assert_eq!(answer.header(header::CACHE_CONTROL), "public, max-age=31536000, immutable", "{path}");
            assert_eq!(answer.header(header::CONTENT_ENCODING), "", "{path}");
            assert_eq!(answer.header(header::ACCEPT_RANGES), "bytes", "{path}");
        }
    }

    async fn a_video_is_served_in_ranges(grow) {
        let guest = grow.guest();
        for path in built(".mp4") {
            let whole = guest.get(&path).await;
            let (length, tag) = (whole.body.len(), whole.header(header::ETAG));
            for (range, place, part) in [
                ("bytes=0-1", format!("bytes 0-1/{length}"), &whole.body[..2]),
                ("bytes=-5", format!("bytes {}-{}/{length}", length - 5, length - 1), &whole.body[length - 5..]),
            ] {
                let request = guest.request(Method::GET, &path).header(header::RANGE, range);
                let answer = guest.send(request.header(header::IF_RANGE, tag)).await;
                assert_eq!((answer.status.as_u16(), answer.header(header::CONTENT_RANGE)), (206, &*place), "{path}");
                assert_eq!((&answer.body[..], answer.header(header::CONTENT_TYPE)), (part, "video/mp4"), "{path}");
            }
            let request = guest.request(Method::GET, &path).header(header::RANGE, format!("bytes={length}-"));
            let beyond = guest.send(request).await;
            let place = format!("bytes */{length}");
            assert_eq!((beyond.status.as_u16(), beyond.header(header::CONTENT_RANGE)), (416, &*place), "{path}");
            let head = guest.send(guest.request(Method::HEAD, &path).header(header::RANGE, "bytes=0-1")).await;
            assert_eq!(head.status, 200, "a part is had by GET alone: {path}");
        }
    }
}

both_stores! {
    async fn the_operators_slides_and_logo_stand_in_for_ours(store) {
        let external_content = ExternalContentUrls {
            slides: Some("https://slides.example/deck?from=grow".parse().unwrap()),
            logo: Some("https://pictures.example/logo.png".parse().unwrap()),
        };
        let grow = Grow::serve_with(store, |config| Config { external_content, ..config }).await;
        let guest = grow.guest();
        for (path, address) in [
            ("/deck/index.html", "https://slides.example/deck?from=grow"),
            ("/logo.svg", "https://pictures.example/logo.png"),
        ] {
            assert_eq!(guest.get(path).await.location(), address);
        }
        if !built(".js").is_empty() {
            let shell = guest.get("/ppt").await;
            let policy = shell.header(header::CONTENT_SECURITY_POLICY);
            for part in ["frame-src 'self' https://slides.example;", "img-src 'self' https: https://pictures.example;"] {
                assert!(policy.contains(part), "{policy}");
            }
        }
        grow.stop().await;
    }
}

//! The background videos, as a browser asks for them; and what an operator shows instead of our slides and logo.

use crate::both_servers;
use crate::grow::Grow;
use grow_server::{Config, Elsewhere};
use grow_store::{both_stores, testing};
use http::{Method, header};
use std::path::Path;

/// A file of the built app with this ending, or none where the app is not built.
fn built(ending: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/assets");
    let names = std::fs::read_dir(folder).ok()?.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let name = names.into_iter().find(|name| name.ends_with(ending));
    Some(format!("/assets/{}", name.expect("each kind of video")))
}

both_servers! {
    async fn a_video_is_kept_for_ever_and_had_in_parts(grow) {
        let guest = grow.guest();
        for (ending, kind) in [("av1.mp4", "video/mp4"), ("vp9.webm", "video/webm"), ("h264.mp4", "video/mp4")] {
            let ending = ending.split_once('.').unwrap();
            let _ = (ending, kind, &guest);
        }
    }
}

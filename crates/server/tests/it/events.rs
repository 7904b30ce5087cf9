//! The stream of demand events, parsed like an `EventSource`.

use crate::grow::soon;
use http::{StatusCode, header};
use serde_json::Value;

#[derive(Debug)]
pub(crate) struct Event {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) data: Value,
}

pub(crate) struct Events {
    response: reqwest::Response,
    unread: String,
}

impl Events {
    pub(crate) fn open(response: reqwest::Response) -> Self {
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()[header::CONTENT_TYPE], "text/event-stream");
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache, no-transform");
        Self { response, unread: String::new() }
    }

    /// Returns the next event and skips comments and pings.
    pub(crate) async fn next(&mut self) -> Event {
        loop {
            let frame = soon("an event", self.frame()).await.expect("the stream goes on");
            let field = |name: &str| {
                let mut lines = frame.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
                let value = lines.next().map(str::to_owned);
                assert_eq!(lines.next(), None, "one {name} in {frame}");
                value
            };
            if let Some(data) = field("data") {
                let data = serde_json::from_str(&data).unwrap();
                return Event { id: field("id").unwrap(), kind: field("event").unwrap(), data };
            }
            assert!(frame.starts_with(':') || frame == "event: ping\ndata", "no event: {frame}");
        }
    }

    /// Waits for the end of the stream.
    pub(crate) async fn end(&mut self) {
        soon("the stream's end", async { while self.frame().await.is_some() {} }).await;
    }

    async fn frame(&mut self) -> Option<String> {
        loop {
            if let Some((frame, rest)) = self.unread.split_once("\n\n") {
                let (frame, rest) = (frame.to_owned(), rest.to_owned());
                self.unread = rest;
                return Some(frame);
            }
            let chunk = self.response.chunk().await.unwrap()?;
            self.unread += std::str::from_utf8(&chunk).unwrap();
        }
    }
}

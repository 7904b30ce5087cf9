//! A check of request heads before they are parsed: each line ends in CR LF.
//!
//! The parser also takes a bare LF as the end of a line, and offers no other way. A proxy that takes it as a part of
//! the line would see another request than this server does (request smuggling).

use bytes::{Buf, BytesMut};
use memchr::memchr_iter;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Makes a line unparsable, whatever part of a head it is.
const UNPARSABLE: u8 = 0;

/// The length of the body that follows the last head of a connection, as the parser has read it.
///
/// The service of the connection states it: the parser calls the service before it reads on.
#[derive(Clone, Default)]
pub(crate) struct BodyAhead(Arc<AtomicU64>);

impl BodyAhead {
    const UNKNOWN: u64 = u64::MAX;

    /// States the length. After a body of unknown length no head is checked, so the connection must end with it.
    pub(crate) fn expect(&self, bytes: Option<u64>) {
        self.0.store(bytes.unwrap_or(Self::UNKNOWN), Ordering::Relaxed);
    }

    fn take(&self) -> u64 {
        match self.0.load(Ordering::Relaxed) {
            0 => 0,
            _ => self.0.swap(0, Ordering::Relaxed),
        }
    }
}

/// A connection whose request heads are checked.
pub(super) struct CheckedHeads<S> {
    stream: S,
    body: BodyAhead,
    part: Part,
    /// What was read beyond the end of a head.
    beyond: BytesMut,
}

/// The part of a request that the next byte belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A head.
    Head {
        /// Length of the line so far.
        line: usize,
        /// Whether the line so far ends in CR.
        after_cr: bool,
        /// Whether a line was not empty. Empty lines before a request are skipped.
        has_begun: bool,
    },
    /// Whatever the service says.
    AfterHead,
    /// A body, and how much is left of it.
    Body(u64),
    /// The last body of the connection.
    LastBody,
}

impl Part {
    const NEW_HEAD: Self = Self::Head { line: 0, after_cr: false, has_begun: false };
}

impl<S> CheckedHeads<S> {
    pub(super) fn new(stream: S, body: BodyAhead) -> Self {
        Self { stream, body, part: Part::NEW_HEAD, beyond: BytesMut::new() }
    }

    /// Checks bytes that were read. Returns how many of them the parser may have now: not more than to the end of a
    /// head.
    fn check(&mut self, bytes: &mut [u8]) -> usize {
        let length = bytes.len();
        let mut at = 0;
        while at < length {
            self.part = match self.part {
                Part::Head { .. } => match self.end_of_head(bytes, at) {
                    Some(end) => {
                        self.part = Part::AfterHead;
                        return end;
                    }
                    None => return length,
                },
                Part::AfterHead => match self.body.take() {
                    0 => Part::NEW_HEAD,
                    BodyAhead::UNKNOWN => Part::LastBody,
                    left => Part::Body(left),
                },
                Part::Body(left) => {
                    let here = usize::try_from(left).unwrap_or(usize::MAX).min(length - at);
                    at += here;
                    match left - here as u64 {
                        0 => Part::NEW_HEAD,
                        left => Part::Body(left),
                    }
                }
                Part::LastBody => return length,
            };
        }
        length
    }

    /// Checks the lines of a head from a position on. Returns the position behind its end.
    fn end_of_head(&mut self, bytes: &mut [u8], from: usize) -> Option<usize> {
        let Part::Head { mut line, mut after_cr, mut has_begun } = self.part else { return None };
        let mut start = from;
        let mut bare = None;
        let mut end = None;
        for feed in memchr_iter(b'\n', bytes.get(from..).unwrap_or_default()).map(|at| at + from) {
            line += feed - start;
            if feed > start {
                after_cr = bytes.get(feed - 1) == Some(&b'\r');
            }
            if !after_cr {
                bare = Some(feed);
                break;
            }
            let is_empty = line == 1;
            if is_empty && has_begun {
                end = Some(feed + 1);
                break;
            }
            has_begun |= !is_empty;
            (line, after_cr, start) = (0, false, feed + 1);
        }
        if let Some(byte) = bare.and_then(|at| bytes.get_mut(at)) {
            *byte = UNPARSABLE;
        }
        if end.is_none() {
            let rest = bytes.get(start..).unwrap_or_default();
            line += rest.len();
            after_cr = rest.last().map_or(after_cr, |last| *last == b'\r');
            self.part = Part::Head { line, after_cr, has_begun };
        }
        end
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for CheckedHeads<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, out: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = out.filled().len();
        if this.beyond.is_empty() {
            ready!(Pin::new(&mut this.stream).poll_read(cx, out))?;
            let read = out.filled_mut().get_mut(before..).unwrap_or_default();
            let ready = this.check(read);
            if ready < read.len() {
                this.beyond.extend_from_slice(read.get(ready..).unwrap_or_default());
                out.set_filled(before + ready);
            }
        } else {
            let most = out.remaining().min(this.beyond.len());
            out.put_slice(this.beyond.get(..most).unwrap_or_default());
            let read = out.filled_mut().get_mut(before..).unwrap_or_default();
            let ready = this.check(read);
            this.beyond.advance(ready);
            out.set_filled(before + ready);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for CheckedHeads<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: &str = "GET / HTTP/1.1\r\nhost: grow\r\n\r\n";
    const POST: &str = "POST / HTTP/1.1\r\nhost: grow\r\ncontent-length: 4\r\n\r\n";

    /// What the parser gets of these reads. After each head the service states the next of the bodies.
    fn parsed(reads: &[&[u8]], mut bodies: &[Option<u64>]) -> String {
        let body = BodyAhead::default();
        let mut checked = CheckedHeads::new((), body.clone());
        let mut parsed = Vec::new();
        for read in reads {
            let mut read = read.to_vec();
            while !read.is_empty() {
                let checked_bytes = checked.check(&mut read);
                parsed.extend(read.drain(..checked_bytes));
                if let (Part::AfterHead, [next, later @ ..]) = (checked.part, bodies) {
                    body.expect(*next);
                    bodies = later;
                }
            }
        }
        String::from_utf8(parsed).unwrap()
    }

    #[test]
    fn good_heads_and_any_bodies_pass_however_they_arrive() {
        let bodies = [Some(0), Some(4), Some(4), Some(0), Some(0), None];
        let body_with_feeds = [POST, "\n\n\r\n", POST, "\r\n\n\r"].concat();
        let text = [GET, &body_with_feeds, GET, "\r\n\r\n", GET, POST, "4\r\n{\n}\n\r\n0\r\n\r\n\n\n"].concat();
        for split in 0..=text.len() {
            let (first, second) = text.as_bytes().split_at(split);
            assert_eq!(parsed(&[first, second], &bodies), text, "{split}");
        }
        let bytes: Vec<_> = text.as_bytes().chunks(1).collect();
        assert_eq!(parsed(&bytes, &bodies), text);
    }

    #[test]
    fn a_bare_line_feed_anywhere_in_any_head_makes_it_unparsable() {
        for head in [GET, POST] {
            for (at, _) in head.match_indices("\r\n") {
                let bare = [&head[..at], &head[at + 1..]].concat();
                let spoilt = [&head[..at], "\0"].concat();
                for before in ["", GET, "\r\n"] {
                    let text = [before, &bare].concat();
                    let expected = [before, &spoilt].concat();
                    for split in 0..=text.len() {
                        let (first, second) = text.as_bytes().split_at(split);
                        assert!(parsed(&[first, second], &[]).starts_with(&expected), "{text:?} {split}");
                    }
                }
            }
        }
        let after_a_body = format!("{POST}\n\n\n\n{}", GET.replace("\r\n", "\n"));
        let expected = format!("{POST}\n\n\n\nGET / HTTP/1.1\0");
        assert!(parsed(&[after_a_body.as_bytes()], &[Some(4)]).starts_with(&expected));
        assert!(parsed(&[b"\nGET"], &[]).starts_with('\0'), "before a head");
    }
}

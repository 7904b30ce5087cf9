//! A minimal HTTP/1.1 response parser: status, length, and start of the body.

use anyhow::{Context, Result, bail};
use bytes::{Buf, BytesMut};
use memchr::memmem;

/// How the body of an answer is delimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    /// This many bytes.
    Known(usize),
    /// Chunked transfer coding.
    Chunked,
}

/// The head of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// Length of the head in bytes, with the empty line.
    pub(crate) end: usize,
    pub(crate) status: u16,
    pub(crate) length: Length,
}

impl Head {
    /// The head at the start of `received`, or `None` while it is incomplete.
    pub(crate) fn parse(received: &[u8]) -> Result<Option<Self>> {
        let Some(blank) = memmem::find(received, b"\r\n\r\n") else {
            return Ok(None);
        };
        let end = blank + 4;
        let lines = received.get(..blank + 2).unwrap_or_default();
        let status = lines
            .get(9..12)
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| digits.parse().ok())
            .with_context(|| format!("not an HTTP answer: {:?}", String::from_utf8_lossy(lines)))?;
        let length = match header(lines, "content-length") {
            Some(digits) => Length::Known(digits.parse().context("content-length")?),
            None if header(lines, "transfer-encoding").is_some() => Length::Chunked,
            None if matches!(status, 204 | 304) => Length::Known(0),
            None => bail!("an answer without a length, status {status}"),
        };
        Ok(Some(Self { end, status, length }))
    }
}

/// Returns the first value of a header in a head. `name` is in lower case.
pub(crate) fn header<'h>(head: &'h [u8], name: &str) -> Option<&'h str> {
    headers(head, name).next()
}

/// Returns all values of a header in a head, in order. `name` is in lower case.
pub(crate) fn headers<'h>(head: &'h [u8], name: &str) -> impl Iterator<Item = &'h str> {
    memmem::find_iter(head, b"\r\n").filter_map(move |line| {
        let from = line + 2;
        let colon = from + name.len();
        if head.get(colon) != Some(&b':') || !head.get(from..colon)?.eq_ignore_ascii_case(name.as_bytes()) {
            return None;
        }
        let rest = head.get(colon + 1..)?;
        let value = rest.get(..memmem::find(rest, b"\r\n")?)?;
        Some(std::str::from_utf8(value).ok()?.trim())
    })
}

/// Incremental decoder of the chunked transfer coding.
#[derive(Debug, Default)]
pub(crate) struct Dechunker {
    /// Remaining bytes of the current chunk.
    remaining: usize,
    /// True if the line end after the current chunk is pending.
    closing: bool,
    ended: bool,
}

impl Dechunker {
    /// Decodes `received` into `body`. Returns true after the last chunk.
    pub(crate) fn feed(&mut self, received: &mut BytesMut, body: &mut BytesMut) -> Result<bool> {
        while !self.ended {
            if self.remaining > 0 {
                let here = self.remaining.min(received.len());
                body.extend_from_slice(received.get(..here).unwrap_or_default());
                received.advance(here);
                self.remaining -= here;
                if self.remaining > 0 {
                    break;
                }
                self.closing = true;
            }
            if self.closing {
                if received.len() < 2 {
                    break;
                }
                received.advance(2);
                self.closing = false;
            }
            let Some(line) = memmem::find(received, b"\r\n") else {
                break;
            };
            let digits = std::str::from_utf8(received.get(..line).unwrap_or_default())?;
            self.remaining = usize::from_str_radix(digits, 16).with_context(|| format!("chunk size {digits:?}"))?;
            received.advance(line + 2);
            self.ended = self.remaining == 0;
        }
        Ok(self.ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_once_it_is_whole() {
        let whole = b"HTTP/1.1 201 Created\r\nContent-Length: 12\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n\r\nbody";
        assert_eq!(Head::parse(&whole[..30]).unwrap(), None);
        let head = Head::parse(whole).unwrap().unwrap();
        assert_eq!(head, Head { end: whole.len() - 4, status: 201, length: Length::Known(12) });
        assert_eq!(headers(&whole[..head.end], "set-cookie").collect::<Vec<_>>(), ["a=1", "b=2"]);
    }

    #[test]
    fn chunks_come_off_however_the_bytes_are_cut() {
        let wire = b"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n";
        for cut in 0..wire.len() {
            let (mut dechunker, mut body) = (Dechunker::default(), BytesMut::new());
            let mut received = BytesMut::from(&wire[..cut]);
            dechunker.feed(&mut received, &mut body).unwrap();
            received.extend_from_slice(&wire[cut..]);
            assert!(dechunker.feed(&mut received, &mut body).unwrap());
            assert_eq!(body, "hello world", "cut at {cut}");
        }
    }
}

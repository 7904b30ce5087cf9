//! A minimal keep-alive HTTP/1.1 client, so that the load uses little processor time.

use std::net::SocketAddr;

use anyhow::{Context, Result, bail, ensure};
use bytes::{Buf, BytesMut};
use memchr::memmem;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Buffer size that fits a whole answer.
const BUFFER: usize = 32 * 1024;

pub(crate) struct Connection {
    stream: TcpStream,
    received: BytesMut,
    dechunked: BytesMut,
}

/// An answer. Borrowed from its connection until the next request.
#[derive(Clone, Copy)]
pub(crate) struct Answer<'c> {
    pub(crate) status: u16,
    pub(crate) head: &'c [u8],
    pub(crate) body: &'c [u8],
}

impl Answer<'_> {
    /// Fails for any other status, with the body as the message.
    pub(crate) fn expect_status(&self, status: u16) -> Result<()> {
        let body = String::from_utf8_lossy(self.body);
        ensure!(self.status == status, "status {} instead of {status}: {body}", self.status);
        Ok(())
    }
}

impl Connection {
    /// Connects, with Nagle's algorithm disabled.
    pub(crate) async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address).await.with_context(|| format!("connect to {address}"))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, received: BytesMut::with_capacity(BUFFER), dechunked: BytesMut::new() })
    }

    /// Sends a request and reads the complete answer.
    pub(crate) async fn ask(&mut self, request: &[u8]) -> Result<Answer<'_>> {
        self.received.clear();
        self.dechunked.clear();
        self.stream.write_all(request).await?;
        let head = self.read_head().await?;
        let (head_bytes, body) = if let Some(length) = head.length {
            while self.received.len() < head.end + length {
                self.read_more().await?;
            }
            self.received.split_at_checked(head.end).context("a head beyond its answer")?
        } else {
            let mut dechunker = Dechunker::default();
            let mut rest = self.received.split_off(head.end);
            while !dechunker.feed(&mut rest, &mut self.dechunked)? {
                ensure!(self.stream.read_buf(&mut rest).await? > 0, "closed in the middle of an answer");
            }
            (self.received.as_ref(), self.dechunked.as_ref())
        };
        Ok(Answer { status: head.status, head: head_bytes, body })
    }

    /// Sends a request with an endless answer. Returns the stream and the part of the body that arrived with the head.
    pub(crate) async fn into_stream(mut self, request: &[u8]) -> Result<(TcpStream, BytesMut)> {
        self.received.clear();
        self.stream.write_all(request).await?;
        let head = self.read_head().await?;
        let body = self.received.split_off(head.end);
        ensure!(head.status == 200, "status {} for a stream: {}", head.status, String::from_utf8_lossy(&body));
        ensure!(head.length.is_none(), "a stream that is not chunked");
        // A small buffer, because thousands of streams are open at once.
        Ok((self.stream, BytesMut::from(body.as_ref())))
    }

    async fn read_head(&mut self) -> Result<Head> {
        loop {
            self.read_more().await?;
            if let Some(head) = Head::parse(&self.received)? {
                return Ok(head);
            }
        }
    }

    async fn read_more(&mut self) -> Result<()> {
        self.received.reserve(BUFFER / 2);
        ensure!(self.stream.read_buf(&mut self.received).await? > 0, "the server closed the connection");
        Ok(())
    }
}

/// Formats a `GET` request. `cookie` is the value of the header.
pub(crate) fn get(address: SocketAddr, path: &str, cookie: Option<&str>) -> Vec<u8> {
    let cookie = cookie.map(|value| format!("cookie: {value}\r\n")).unwrap_or_default();
    format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{cookie}\r\n").into_bytes()
}

/// Formats a same-origin `POST` with a JSON body. `headers` are complete lines with line ends.
pub(crate) fn post(address: SocketAddr, path: &str, headers: &str, json: &str) -> Vec<u8> {
    let length = json.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\nsec-fetch-site: same-origin\r\n\
         content-type: application/json\r\n{headers}content-length: {length}\r\n\r\n{json}"
    )
    .into_bytes()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    /// Length of the head in bytes, with the empty line.
    end: usize,
    status: u16,
    /// Length of the body. `None` if it is chunked.
    length: Option<usize>,
}

impl Head {
    /// The head at the start of `received`, or `None` while it is incomplete.
    fn parse(received: &[u8]) -> Result<Option<Self>> {
        let Some(blank) = memmem::find(received, b"\r\n\r\n") else { return Ok(None) };
        let lines = std::str::from_utf8(received.get(..blank).unwrap_or_default())?;
        let status = lines.get(9..12).and_then(|digits| digits.parse().ok()).context("not an HTTP answer")?;
        let header = |name: &str| {
            let mut fields = lines.lines().filter_map(|line| line.split_once(": "));
            fields.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value)
        };
        let length = match header("content-length") {
            Some(digits) => Some(digits.parse().context("content-length")?),
            None if header("transfer-encoding").is_some() => None,
            None if status == 204 => Some(0),
            None => bail!("an answer without a length, status {status}"),
        };
        Ok(Some(Self { end: blank + 4, status, length }))
    }
}

/// Incremental decoder of the chunked transfer coding.
#[derive(Debug, Default)]
pub(crate) struct Dechunker {
    /// Remaining bytes of the current chunk and of its line end.
    remaining: usize,
    ended: bool,
}

impl Dechunker {
    /// Decodes `received` into `body`. Returns true after the last chunk.
    pub(crate) fn feed(&mut self, received: &mut BytesMut, body: &mut BytesMut) -> Result<bool> {
        while !self.ended {
            let data = self.remaining.saturating_sub(2).min(received.len());
            body.extend_from_slice(received.get(..data).unwrap_or_default());
            let here = self.remaining.min(received.len());
            received.advance(here);
            self.remaining -= here;
            if self.remaining > 0 {
                break;
            }
            let Some(line) = memmem::find(received, b"\r\n") else { break };
            let digits = std::str::from_utf8(received.get(..line).unwrap_or_default())?;
            let size = usize::from_str_radix(digits, 16).with_context(|| format!("chunk size {digits:?}"))?;
            received.advance(line + 2);
            self.remaining = size + 2;
            self.ended = size == 0;
        }
        Ok(self.ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_once_it_is_whole() {
        let whole = b"HTTP/1.1 201 Created\r\nContent-Length: 12\r\ndate: today\r\n\r\nbody";
        assert_eq!(Head::parse(&whole[..30]).unwrap(), None);
        let head = Head::parse(whole).unwrap().unwrap();
        assert_eq!(head, Head { end: whole.len() - 4, status: 201, length: Some(12) });
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
            assert_eq!(body, "hello world");
        }
    }
}

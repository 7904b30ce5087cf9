//! A minimal keep-alive HTTP/1.1 client, so that the load uses little processor time.

use std::net::SocketAddr;

use anyhow::{Context, Result, ensure};
use bytes::BytesMut;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::answer::{Dechunker, Head, Length};

/// Buffer size that fits a whole answer.
const BUFFER: usize = 32 * 1024;

/// A connection that sends one request at a time.
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
        ensure!(
            self.status == status,
            "status {} instead of {status}: {}",
            self.status,
            String::from_utf8_lossy(self.body)
        );
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
        let (head_bytes, body) = match head.length {
            Length::Known(length) => {
                while self.received.len() < head.end + length {
                    self.read_more().await?;
                }
                self.received.split_at_checked(head.end).context("a head beyond its answer")?
            }
            Length::Chunked => {
                let mut dechunker = Dechunker::default();
                let mut rest = self.received.split_off(head.end);
                while !dechunker.feed(&mut rest, &mut self.dechunked)? {
                    ensure!(self.stream.read_buf(&mut rest).await? > 0, "closed in the middle of an answer");
                }
                (self.received.as_ref(), self.dechunked.as_ref())
            }
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
        ensure!(head.length == Length::Chunked, "a stream that is not chunked");
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

/// Formats a same-origin write with a JSON body. `headers` are complete lines with line ends.
pub(crate) fn write(method: &str, address: SocketAddr, path: &str, headers: &str, json: &str) -> Vec<u8> {
    let length = json.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\nsec-fetch-site: same-origin\r\n\
         content-type: application/json\r\n{headers}content-length: {length}\r\n\r\n{json}"
    )
    .into_bytes()
}

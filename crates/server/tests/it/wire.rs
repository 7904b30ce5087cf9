//! A raw connection, for requests that no HTTP client sends.

use crate::grow::{Grow, soon};
use std::io;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

pub(crate) struct Wire(TcpStream);

impl Wire {
    pub(crate) async fn connect(grow: &Grow) -> io::Result<Self> {
        TcpStream::connect(grow.address).await.map(Self)
    }

    /// Connects with little room for what is not read.
    pub(crate) async fn connect_to_read_slowly(grow: &Grow) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4_096)?;
        socket.connect(grow.address).await.map(Self)
    }

    pub(crate) async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.0.write_all(bytes.as_ref()).await.unwrap();
    }

    /// Sends a few bytes without a pause in which the server could do something.
    pub(crate) fn send_now(&mut self, bytes: &str) {
        assert_eq!(self.0.try_write(bytes.as_bytes()).unwrap(), bytes.len());
    }

    /// Sends the bytes if the connection is still open.
    pub(crate) async fn try_send(&mut self, bytes: impl AsRef<[u8]>) -> io::Result<()> {
        self.0.write_all(bytes.as_ref()).await
    }

    /// Closes the sending side.
    pub(crate) async fn fall_silent(&mut self) {
        self.0.shutdown().await.unwrap();
    }

    /// Returns the head of a response.
    pub(crate) async fn head(&mut self) -> String {
        self.until("\r\n\r\n").await
    }

    /// Returns what the server sends up to and including this text.
    pub(crate) async fn until(&mut self, text: &str) -> String {
        let mut read = Vec::new();
        soon(text, async {
            while !read.ends_with(text.as_bytes()) {
                read.push(self.0.read_u8().await.unwrap());
            }
        })
        .await;
        String::from_utf8(read).unwrap()
    }

    /// Returns what the server sends until it closes the connection.
    pub(crate) async fn rest(&mut self) -> String {
        let mut rest = Vec::new();
        soon("the connection's end", self.0.read_to_end(&mut rest)).await.unwrap();
        String::from_utf8(rest).unwrap()
    }
}

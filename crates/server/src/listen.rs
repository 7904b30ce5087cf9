//! The accept loop: every connection with its time limits, and an orderly end.

use crate::App;
use crate::http::Door;
use crate::open_files::most_connections;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// A connection may be silent for this long between requests, and the head of a request may take as long to arrive.
const IDLE_AND_HEAD: Duration = Duration::from_secs(30);
/// An answer of which nothing is taken for this long has no reader any more.
const UNREAD: Duration = Duration::from_secs(30);
/// How long requests in flight may take to finish once the server stops: longer than a body may take to arrive, so that each is
/// answered.
const GRACE: Duration = Duration::from_secs(25);
/// A head that is longer than this and still not complete is refused; also how much of a body is read ahead.
const MOST_BYTES_AHEAD: usize = 32 * 1024;
/// The pause after the machine had no connection to give, so that the loop does not spin.
const AFTER_A_FAILED_ACCEPT: Duration = Duration::from_millis(50);

/// Why a server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address is taken, or not ours.
    #[error("The server cannot listen on {0}: {1}. Set GROW_LISTEN to another address.")]
    Listen(SocketAddr, std::io::Error),
}

/// A socket that listens, before it answers.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes the address; port 0 takes any free port.
    pub async fn bind(address: SocketAddr) -> Result<Self, ServerError> {
        let failed = |error| ServerError::Listen(address, error);
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Self { listener, address })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `stop` is cancelled; then takes no more connections, ends the streams, lets requests in flight finish, and
    /// stops the app.
    pub async fn run(self, app: App, stop: CancellationToken) {
        let door = Door::new(app.clone());
        let connections = TaskTracker::new();
        stop.run_until_cancelled(self.accept(&app, &door, &connections)).await;
        drop(self.listener);
        app.0.stopping.cancel();
        connections.close();
        if timeout(GRACE, connections.wait()).await.is_err() {
            tracing::warn!(connections = connections.len(), "some requests were not finished in time");
        }
        app.stop().await;
    }

    async fn accept(&self, app: &App, door: &Door, connections: &TaskTracker) {
        let places = Arc::new(Semaphore::new(most_connections()));
        while let Ok(place) = Arc::clone(&places).acquire_owned().await {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    let Some(connected) = app.0.gate.connect(peer.ip()) else { continue };
                    let connection = serve(stream, door.to(peer.ip()), app.0.stopping.clone());
                    connections.spawn(async move {
                        connection.await;
                        drop((place, connected));
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    sleep(AFTER_A_FAILED_ACCEPT).await;
                }
            }
        }
    }
}

async fn serve(stream: TcpStream, door: Door, stopping: CancellationToken) {
    // Answers are written whole; waiting to fill a packet would only delay them.
    let _ = stream.set_nodelay(true);
    let mut timed = TimeoutStream::new(stream);
    timed.set_write_timeout(Some(UNREAD));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE_AND_HEAD)
        .max_buf_size(MOST_BYTES_AHEAD)
        .serve_connection(TokioIo::new(Box::pin(timed)), door);
    tokio::pin!(connection);
    let outcome = tokio::select! {
        outcome = connection.as_mut() => outcome,
        () = stopping.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = outcome {
        tracing::debug!(%error, "a connection ended early");
    }
}

//! The accept loop, connection timeouts and graceful shutdown.

use crate::middleware;
use crate::open_files::most_connections;
use crate::router::router;
use crate::{App, metrics};
use axum::Router;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Timeout of an idle connection, and of the head of a request.
const IDLE_AND_HEAD: Duration = Duration::from_secs(30);
/// Timeout of a response that the client does not read.
const UNREAD: Duration = Duration::from_secs(30);
/// Time limit for requests in flight at shutdown: longer than a body may take to arrive, so that each is answered.
const GRACE: Duration = Duration::from_secs(25);
/// Time after the stop in which connections are still accepted and requests still begun: what was sent before the stop
/// may not be read yet.
const LAST_READ: Duration = Duration::from_millis(30);
/// Maximum size of an incomplete request head, and of the read-ahead of a body.
const MOST_BYTES_AHEAD: usize = 32 * 1024;
/// Pause after a failed accept, so that the loop does not spin.
const AFTER_A_FAILED_ACCEPT: Duration = Duration::from_millis(50);

/// Why a server cannot listen.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The address is in use or not available.
    #[error("The server cannot listen on {0}: {1}. Set GROW_LISTEN to another address.")]
    Listen(SocketAddr, std::io::Error),
    /// The address for the metrics is in use or not available.
    #[error("The metrics cannot be served on {0}: {1}. Set GROW_METRICS_LISTEN to another address.")]
    Metrics(SocketAddr, std::io::Error),
}

/// A bound socket for the metrics alone.
pub struct MetricsServer(TcpListener);

impl MetricsServer {
    /// Binds the address.
    pub async fn bind(address: SocketAddr) -> Result<Self, ServerError> {
        TcpListener::bind(address).await.map(Self).map_err(|error| ServerError::Metrics(address, error))
    }

    /// The address that it listens on. `None` if the system does not tell it.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.0.local_addr().ok()
    }

    /// Serves until `stop` is cancelled.
    pub async fn run(self, app: App, stop: CancellationToken) {
        let served = axum::serve(self.0, metrics::router(app)).with_graceful_shutdown(stop.cancelled_owned());
        if let Err(error) = served.await {
            tracing::error!(%error, "the metrics are no longer served");
        }
    }
}

/// A bound socket that does not serve yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Binds the address. Port 0 selects a free port.
    pub async fn bind(address: SocketAddr) -> Result<Self, ServerError> {
        let failed = |error| ServerError::Listen(address, error);
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Self { listener, address })
    }

    /// The address that it listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is cancelled. Then closes the socket, ends the streams, lets requests in flight finish, and
    /// stops the app.
    pub async fn run(self, app: App, stop: CancellationToken) {
        let routes = router(&app);
        let connections = TaskTracker::new();
        let stopped = async {
            stop.cancelled().await;
            app.0.background.stopping().cancel();
            sleep(LAST_READ).await;
        };
        tokio::select! {
            () = self.accept(&app, &routes, &connections) => {}
            () = stopped => {}
        }
        drop(self.listener);
        connections.close();
        if timeout(GRACE, connections.wait()).await.is_err() {
            tracing::warn!(connections = connections.len(), "some requests did not finish in time");
        }
        app.stop().await;
    }

    async fn accept(&self, app: &App, routes: &Router, connections: &TaskTracker) {
        let places = Arc::new(Semaphore::new(most_connections()));
        while let Ok(place) = Arc::clone(&places).acquire_owned().await {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    let Some(connected) = app.0.gate.connect(peer.ip()) else { continue };
                    let connection = serve(stream, peer.ip(), app.clone(), routes.clone());
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

async fn serve(stream: TcpStream, peer: IpAddr, app: App, routes: Router) {
    let stopping = app.0.background.stopping().clone();
    // Responses are written whole. Nagle's algorithm would only delay them.
    let _ = stream.set_nodelay(true);
    let mut timed = TimeoutStream::new(stream);
    timed.set_write_timeout(Some(UNREAD));
    let answer = service_fn(|request: Request<Incoming>| {
        let answer = middleware::answer(app.clone(), routes.clone(), peer, request);
        async { Ok::<_, Infallible>(answer.await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(IDLE_AND_HEAD)
        .max_buf_size(MOST_BYTES_AHEAD)
        .serve_connection(TokioIo::new(Box::pin(timed)), answer);
    tokio::pin!(connection);
    let outcome = tokio::select! {
        outcome = connection.as_mut() => outcome,
        () = stopping.cancelled() => {
            if let Ok(outcome) = timeout(LAST_READ, connection.as_mut()).await {
                outcome
            } else {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        }
    };
    if let Err(error) = outcome {
        tracing::debug!(%error, "a connection ended early");
    }
}

//! A connection on its own thread, so that reading thousands of streams does not delay its time stamps.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::client::Connection;

/// Sends one request at a time and records its times.
pub(crate) struct Courier {
    requests: mpsc::Sender<Vec<u8>>,
    deliveries: UnboundedReceiver<Result<Delivery>>,
}

/// The status of an answer, and its times.
pub(crate) struct Delivery {
    pub(crate) answered: Instant,
    pub(crate) took: Duration,
    pub(crate) status: u16,
}

impl Courier {
    /// Starts the thread on the current core. It ends when the courier is dropped. If it cannot connect, the first
    /// request says so.
    pub(crate) fn start(address: SocketAddr) -> Result<Self> {
        let (requests, errands) = mpsc::channel::<Vec<u8>>();
        let (done, deliveries) = unbounded_channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::Builder::new().name("courier".into()).spawn(move || {
            // A higher priority than the stream reader, if permitted; otherwise the times are less precise.
            let _not_root = rustix::process::setpriority_process(None, -10);
            let mut connection = match runtime.block_on(Connection::open(address)) {
                Ok(connection) => connection,
                Err(error) => {
                    // Nobody may wait for it any more.
                    let _ = done.send(Err(error));
                    return;
                }
            };
            for request in errands {
                let asked = Instant::now();
                let delivery = runtime.block_on(connection.ask(&request)).map(|answer| {
                    let answered = Instant::now();
                    Delivery { answered, took: answered - asked, status: answer.status }
                });
                if done.send(delivery).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { requests, deliveries })
    }

    pub(crate) async fn ask(&mut self, request: &[u8]) -> Result<Delivery> {
        self.requests.send(request.to_vec())?;
        let patience = Duration::from_secs(10);
        let delivery = tokio::time::timeout(patience, self.deliveries.recv()).await.context("no answer for 10 s")?;
        delivery.context("courier")?
    }
}

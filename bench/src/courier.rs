//! A connection on its own thread, so that reading thousands of streams does not delay its time stamps.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::client::{Answer, Connection};

/// Sends one request at a time and records its times.
pub(crate) struct Courier {
    requests: mpsc::Sender<Vec<u8>>,
    deliveries: UnboundedReceiver<Result<Delivery>>,
}

/// An answer and its times.
pub(crate) struct Delivery {
    pub(crate) asked: Instant,
    pub(crate) answered: Instant,
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Delivery {
    /// The answer, without its head.
    pub(crate) fn answer(&self) -> Answer<'_> {
        Answer { status: self.status, head: &[], body: &self.body }
    }

    pub(crate) fn took(&self) -> Duration {
        self.answered - self.asked
    }
}

impl Courier {
    /// Starts the thread on the current core. It ends when the courier is dropped.
    pub(crate) fn start(address: SocketAddr) -> Result<Self> {
        let (requests, errands) = mpsc::channel::<Vec<u8>>();
        let (done, deliveries) = unbounded_channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::Builder::new().name("courier".into()).spawn(move || {
            // A higher priority than the stream reader, if permitted; otherwise the times are less precise.
            let _not_root = rustix::process::setpriority_process(None, -10);
            let mut connection = None;
            for request in errands {
                let delivery = runtime.block_on(deliver(&mut connection, address, &request));
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
        tokio::time::timeout(patience, self.deliveries.recv())
            .await
            .context("no answer for 10 s")?
            .context("courier")?
    }
}

async fn deliver(connection: &mut Option<Connection>, address: SocketAddr, request: &[u8]) -> Result<Delivery> {
    if connection.is_none() {
        *connection = Some(Connection::open(address).await?);
    }
    let connection = connection.as_mut().context("connection")?;
    let asked = Instant::now();
    let answer = connection.ask(request).await?;
    let answered = Instant::now();
    Ok(Delivery { asked, answered, status: answer.status, body: answer.body.to_vec() })
}

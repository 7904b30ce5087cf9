//! A transaction on a connection of the pool.
//!
//! A commit waits for the standbys that PostgreSQL is told to wait for. Nothing on the way may turn that wait into an
//! answer: neither a time limit of the server, which would end the wait and answer the commit with a warning, nor a
//! repeat that finds its row on this server alone and has nothing to commit.

use super::breaker::Breaker;
use super::sessions::{Client, Session};
use super::transaction::{Commit, Transaction, not_committed};
use crate::error::{Error, Result};
use crate::sql::{Command, Tx};
use futures_util::FutureExt;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout, timeout_at};

/// Time limit of a rollback whose outcome is awaited.
const TO_ROLL_BACK: Duration = Duration::from_secs(1);
/// Time that a connection has to answer what was given up, before it is cancelled.
const TO_SETTLE: Duration = Duration::from_secs(5);

/// A connection in a transaction. Dropped before the end of the transaction, it is settled in the background.
struct PooledClient(Option<Client>);

impl PooledClient {
    fn session(&self) -> Result<&Session> {
        self.0.as_deref().ok_or(Error::Closed)
    }

    /// Returns the connection to the pool. What is not answered yet keeps it until then: on a slow network, the next
    /// call finds its statements prepared.
    fn give_back<T>(mut self, outcome: Result<T>) -> Result<T> {
        match &outcome {
            Err(Error::Commit(_) | Error::Late) => drop(self),
            Err(error) if error.is_away() => drop(self.0.take().map(Client::take)),
            _ => drop(self.0.take()),
        }
        outcome
    }
}

impl Drop for PooledClient {
    fn drop(&mut self) {
        let (Some(client), Ok(runtime)) = (self.0.take(), Handle::try_current()) else { return };
        runtime.spawn(settle(client));
    }
}

/// Waits until a connection has answered everything, and returns it to the pool. Otherwise cancels what it does, so that
/// the server does not keep a process for it, and closes it.
async fn settle(client: Client) {
    if matches!(timeout(TO_SETTLE, client.batch_execute("ROLLBACK")).await, Ok(Ok(()))) {
        return;
    }
    client.cancellation().await;
    drop(Client::take(client));
}

/// Runs a write and commits it.
pub(super) async fn write<T>(
    client: Client,
    command: &impl Command<T>,
    deadline: Instant,
    breaker: &Arc<Breaker>,
) -> Result<T> {
    let lent = PooledClient(Some(client));
    let outcome = run(lent.session()?, command, deadline, breaker).await;
    lent.give_back(outcome)
}

/// The beginning is sent together with the first statement.
async fn run<T>(session: &Session, command: &impl Command<T>, deadline: Instant, breaker: &Arc<Breaker>) -> Result<T> {
    let mut begun = pin!(session.batch_execute("BEGIN"));
    let sent = begun.as_mut().now_or_never();
    let mut tx = Tx::Postgres(Transaction::on(session));
    let outcome = breaker.bounded(deadline, command(&mut tx)).await;
    let Tx::Postgres(mut tx) = tx else { return Err(Error::Closed) };
    let begun = async {
        match sent {
            Some(begun) => begun,
            None => begun.await,
        }
    };
    let value = match outcome {
        Ok(value) => value,
        // The deadline has passed.
        Err(_) if tx.commit == Commit::Sent => return Err(unanswered(breaker)),
        Err(error) if tx.commit == Commit::NotSent && !error.is_away() => {
            return Err(match timeout(TO_ROLL_BACK, session.batch_execute("ROLLBACK")).await {
                Ok(Ok(())) => error,
                Ok(Err(lost)) => lost.into(),
                Err(_) => Error::Late,
            });
        }
        Err(error) => return Err(error),
    };
    let committed = async {
        begun.await.map_err(not_committed)?;
        tx.commit().await
    };
    timeout_at(deadline, committed).await.unwrap_or_else(|_| Err(unanswered(breaker)))?;
    if session.was_cut_short() {
        return Err(Error::Commit("PostgreSQL did not wait for its standby".to_owned()));
    }
    Ok(value)
}

/// The outcome of an unanswered commit is unknown.
fn unanswered(breaker: &Arc<Breaker>) -> Error {
    breaker.suspect();
    Error::Commit("PostgreSQL did not answer in time".to_owned())
}

/// Runs a read on the snapshot of its first statement.
pub(super) async fn read<T>(
    client: Client,
    question: &impl Command<T>,
    deadline: Instant,
    breaker: &Arc<Breaker>,
) -> Result<T> {
    let lent = PooledClient(Some(client));
    let session = lent.session()?;
    let answer = async {
        session.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY").await?;
        let answer = question(&mut Tx::Postgres(Transaction::on(session))).await?;
        session.batch_execute("COMMIT").await?;
        Ok(answer)
    };
    let answer = breaker.bounded(deadline, answer).await?;
    lent.give_back(Ok(answer))
}

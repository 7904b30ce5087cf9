//! A command on a connection of the pool, in a transaction.

use super::breaker::Breaker;
use super::transaction::{Commit, Transaction, not_committed};
use crate::command::{Command, LONGEST_CALL};
use crate::error::{Error, Result};
use crate::sql::Tx;
use deadpool_postgres::{Client, ClientWrapper};
use futures_util::FutureExt;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::time::{Instant, timeout, timeout_at};

/// Time limit of the rollback of a call that was abandoned.
const TO_ROLL_BACK: Duration = Duration::from_secs(1);

/// A connection in a transaction. Dropped before the end of the transaction, it is rolled back, or closed if it does
/// not answer.
struct Lent(Option<Client>);

impl Lent {
    fn client(&self) -> Result<&ClientWrapper> {
        self.0.as_deref().ok_or(Error::Closed)
    }

    /// Returns the connection to the pool, unless the server may close it after this outcome, or a commit is open.
    fn give_back<T>(mut self, outcome: Result<T>) -> Result<T> {
        if let Some(client) = self.0.take() {
            match &outcome {
                Err(error) if error.is_away() || matches!(error, Error::Commit(_)) => drop(Client::take(client)),
                _ => drop(client),
            }
        }
        outcome
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let (Some(client), Ok(runtime)) = (self.0.take(), Handle::try_current()) else { return };
        runtime.spawn(async move {
            if !matches!(timeout(TO_ROLL_BACK, client.batch_execute("ROLLBACK")).await, Ok(Ok(()))) {
                drop(Client::take(client));
            }
        });
    }
}

/// Runs a write and commits it.
pub(super) async fn write<C: Command>(
    client: Client,
    command: &C,
    deadline: Instant,
    breaker: &Arc<Breaker>,
) -> Result<C::Output> {
    let lent = Lent(Some(client));
    let outcome = run(lent.client()?, command, deadline, breaker).await;
    lent.give_back(outcome)
}

/// The beginning is sent together with the first statement.
async fn run<C: Command>(
    client: &ClientWrapper,
    command: &C,
    deadline: Instant,
    breaker: &Arc<Breaker>,
) -> Result<C::Output> {
    let beginning = begin::<C>("BEGIN");
    let mut begun = pin!(client.batch_execute(&beginning));
    let sent = begun.as_mut().now_or_never();
    let mut tx = Tx::Postgres(Transaction { client, commit: Commit::NotSent });
    let outcome = breaker.bounded(deadline, command.run(&mut tx)).await;
    let Tx::Postgres(Transaction { commit, .. }) = tx else { return Err(Error::Closed) };
    let begun = async {
        match sent {
            Some(begun) => begun,
            None => begun.await,
        }
    };
    match (outcome, commit) {
        (Ok(value), Commit::Answered) => begun.await.map(|()| value).map_err(not_committed),
        (Ok(value), _) => {
            let commit = async {
                begun.await?;
                client.batch_execute("COMMIT").await
            };
            match timeout_at(deadline, commit).await {
                Ok(committed) => committed.map(|()| value).map_err(not_committed),
                Err(_) => Err(unanswered(breaker)),
            }
        }
        // The time was up.
        (Err(_), Commit::Sent) => Err(unanswered(breaker)),
        (Err(error), Commit::NotSent) if !error.is_away() => {
            match timeout(TO_ROLL_BACK, client.batch_execute("ROLLBACK")).await {
                Ok(Ok(())) => Err(error),
                Ok(Err(lost)) => Err(lost.into()),
                Err(_) => Err(Error::Late),
            }
        }
        (Err(error), _) => Err(error),
    }
}

/// The outcome of an unanswered commit is unknown.
fn unanswered(breaker: &Arc<Breaker>) -> Error {
    breaker.suspect();
    Error::Commit("PostgreSQL did not answer in time".to_owned())
}

/// Runs a read on the snapshot of its first statement.
pub(super) async fn read<C: Command>(
    client: Client,
    question: &C,
    deadline: Instant,
    breaker: &Arc<Breaker>,
) -> Result<C::Output> {
    let lent = Lent(Some(client));
    let client = lent.client()?;
    let answer = async {
        client.batch_execute(&begin::<C>("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY")).await?;
        let answer = question.run(&mut Tx::Postgres(Transaction { client, commit: Commit::NotSent })).await?;
        client.batch_execute("COMMIT").await?;
        Ok(answer)
    };
    let answer = breaker.bounded(deadline, answer).await?;
    lent.give_back(Ok(answer))
}

/// Begins a transaction, with longer time limits for commands that have one.
fn begin<C: Command>(begin: &str) -> String {
    if C::LIMIT <= LONGEST_CALL {
        return begin.to_owned();
    }
    let limit = C::LIMIT.as_millis();
    format!("{begin}; SET LOCAL statement_timeout = {limit}; SET LOCAL lock_timeout = {limit}")
}

//! Sign-ins under way and sessions. Only hashes of secrets are kept: whoever reads the database cannot sign in with it.

use crate::command::Command;
use crate::error::Result;
use crate::farmers::{FarmerId, User};
use crate::sql::{Row, Tx, Value};
use crate::{Committed, Store};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The SHA-256 of a token that only the browser holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Hashes a token.
    #[must_use]
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token).into())
    }
}

/// Whom the identity provider vouches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// The person, in the provider's words. Issuer and subject together are the account.
    pub subject: String,
    /// How the provider describes the person today.
    pub user: User,
}

/// How the browser shows the provider's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoginMode {
    /// In a window of its own.
    Popup,
    /// In place of the app.
    Redirect,
}

/// A sign-in that has been started and not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingLogin {
    /// Ties the ID token to this sign-in.
    pub nonce: String,
    /// Proves that whoever redeems the code also asked for it.
    pub pkce_verifier: String,
    /// How to answer.
    pub mode: LoginMode,
    /// Where in the app the way leads afterwards.
    pub next: String,
    /// When it was started.
    pub started_at: Timestamp,
}

/// A session, as it was when it was last seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its owner.
    pub farmer: FarmerId,
    /// When it began.
    pub created_at: Timestamp,
    /// When it was last used, to within the interval in which this is written down.
    pub seen_at: Timestamp,
}

impl Store {
    /// Remembers a started sign-in under the hashes of its state and of the browser's cookie.
    pub async fn begin_login(&self, state: TokenHash, browser: TokenHash, login: PendingLogin) -> Result<()> {
        self.write(BeginLogin { state, browser, login }).await?;
        Ok(())
    }

    /// Takes a started sign-in out; the second caller finds nothing, nor does another browser, nor whoever comes for one that
    /// was started before `oldest`.
    pub async fn take_login(
        &self,
        state: TokenHash,
        browser: TokenHash,
        oldest: Timestamp,
    ) -> Result<Option<PendingLogin>> {
        Ok(self.write(TakeLogin { state, browser, oldest }).await?.value)
    }

    /// Makes or updates the farmer that the identity names and opens a session for them; `replaces` is closed.
    /// `new_farmer` becomes the id of a farmer who signs in for the first time.
    pub async fn sign_in(
        &self,
        identity: Identity,
        session: TokenHash,
        replaces: Option<TokenHash>,
        new_farmer: Uuid,
        now: Timestamp,
    ) -> Result<Committed<FarmerId>> {
        self.write(SignIn { identity, session, replaces, new_farmer, now }).await
    }

    /// The session behind a token, however old it is: its limits are the caller's.
    pub async fn session(&self, token: TokenHash) -> Result<Option<Session>> {
        let mut reading = self.reading().await?;
        let sql = "SELECT farmer_id, created_at, seen_at FROM sessions WHERE token_hash = $1";
        reading
            .tx()?
            .row(sql, &[Value::Bytes(&token.0)], |row| {
                Ok(Session { farmer: FarmerId(row.id(0)?), created_at: row.timestamp(1)?, seen_at: row.timestamp(2)? })
            })
            .await
    }

    /// Writes down that a session was used.
    pub async fn touch_session(&self, token: TokenHash, now: Timestamp) -> Result<()> {
        self.write(TouchSession { token, now }).await?;
        Ok(())
    }

    /// Deletes what can no longer be used: sign-ins that were started before `logins`, and sessions that were last seen before
    /// `seen` or began before `created`.
    pub async fn forget_ended(&self, logins: Timestamp, seen: Timestamp, created: Timestamp) -> Result<()> {
        self.write(ForgetEnded { logins, seen, created }).await?;
        Ok(())
    }

    /// Ends a session. Ending one that has ended is no error.
    pub async fn end_session(&self, token: TokenHash) -> Result<()> {
        self.write(EndSession { token }).await?;
        Ok(())
    }
}

impl LoginMode {
    fn name(self) -> &'static str {
        match self {
            Self::Popup => "popup",
            Self::Redirect => "redirect",
        }
    }
}

struct BeginLogin {
    state: TokenHash,
    browser: TokenHash,
    login: PendingLogin,
}

impl Command for BeginLogin {
    type Output = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let PendingLogin { nonce, pkce_verifier, mode, next, started_at } = &self.login;
        tx.execute(
            "INSERT INTO logins (state_hash, browser_hash, nonce, pkce_verifier, mode, next, started_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            &[
                Value::Bytes(&self.state.0),
                Value::Bytes(&self.browser.0),
                Value::Text(nonce),
                Value::Text(pkce_verifier),
                Value::Text(mode.name()),
                Value::Text(next),
                Value::Int(started_at.as_microsecond()),
            ],
        )
        .await?;
        Ok(())
    }
}

struct TakeLogin {
    state: TokenHash,
    browser: TokenHash,
    oldest: Timestamp,
}

impl Command for TakeLogin {
    type Output = Option<PendingLogin>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let sql = "DELETE FROM logins WHERE state_hash = $1 AND browser_hash = $2 AND started_at >= $3
                   RETURNING nonce, pkce_verifier, mode, next, started_at";
        let oldest = Value::Int(self.oldest.as_microsecond());
        tx.row(sql, &[Value::Bytes(&self.state.0), Value::Bytes(&self.browser.0), oldest], read_login).await
    }
}

fn read_login(row: &Row<'_>) -> Result<PendingLogin> {
    let mode = if row.text(2)? == LoginMode::Popup.name() { LoginMode::Popup } else { LoginMode::Redirect };
    Ok(PendingLogin {
        nonce: row.text(0)?,
        pkce_verifier: row.text(1)?,
        mode,
        next: row.text(3)?,
        started_at: row.timestamp(4)?,
    })
}

struct SignIn {
    identity: Identity,
    session: TokenHash,
    replaces: Option<TokenHash>,
    new_farmer: Uuid,
    now: Timestamp,
}

impl Command for SignIn {
    type Output = FarmerId;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<FarmerId> {
        let Identity { issuer, subject, user } = &self.identity;
        let now = Value::Int(self.now.as_microsecond());
        let farmer = tx
            .row(
                "INSERT INTO farmers (id, issuer, subject, email, display_name, photo_url, created_at)
                 VALUES ($1, $2, $3, $4, $5, $6, $7)
                 ON CONFLICT (issuer, subject) DO UPDATE SET
                     email = excluded.email, display_name = excluded.display_name, photo_url = excluded.photo_url
                 RETURNING id",
                &[
                    Value::Id(self.new_farmer),
                    Value::Text(issuer),
                    Value::Text(subject),
                    Value::Text(&user.email),
                    Value::Text(&user.display_name),
                    user.photo_url.as_deref().map_or(Value::Null, Value::Text),
                    now,
                ],
                |row| row.id(0),
            )
            .await?;
        let farmer = farmer.ok_or(crate::Error::Bug("a farmer just written is not there"))?;
        if let Some(old) = self.replaces {
            end(tx, old).await?;
        }
        tx.execute(
            "INSERT INTO sessions (token_hash, farmer_id, created_at, seen_at) VALUES ($1, $2, $3, $4)",
            &[Value::Bytes(&self.session.0), Value::Id(farmer), now, now],
        )
        .await?;
        Ok(FarmerId(farmer))
    }
}

struct TouchSession {
    token: TokenHash,
    now: Timestamp,
}

impl Command for TouchSession {
    type Output = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "UPDATE sessions SET seen_at = $1 WHERE token_hash = $2";
        tx.execute(sql, &[Value::Int(self.now.as_microsecond()), Value::Bytes(&self.token.0)]).await?;
        Ok(())
    }
}

struct EndSession {
    token: TokenHash,
}

impl Command for EndSession {
    type Output = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        end(tx, self.token).await
    }
}

struct ForgetEnded {
    logins: Timestamp,
    seen: Timestamp,
    created: Timestamp,
}

impl Command for ForgetEnded {
    type Output = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let [logins, seen, created] =
            [self.logins, self.seen, self.created].map(|before| Value::Int(before.as_microsecond()));
        tx.execute("DELETE FROM logins WHERE started_at < $1", &[logins]).await?;
        tx.execute("DELETE FROM sessions WHERE seen_at < $1 OR created_at < $2", &[seen, created]).await?;
        Ok(())
    }
}

async fn end(tx: &mut Tx<'_>, token: TokenHash) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE token_hash = $1", &[Value::Bytes(&token.0)]).await?;
    Ok(())
}

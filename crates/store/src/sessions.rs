//! Sign-ins under way and sessions. Only hashes of secrets are kept: whoever reads the database cannot sign in with it.

use crate::FarmerId;
use crate::Store;
use crate::command::Command;
use crate::error::Result;
use crate::farmers::User;
use crate::sql::{Row, Tx, Value};
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

    pub(crate) fn from_stored(hash: [u8; 32]) -> Self {
        Self(hash)
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

/// A sign-in that has been started and not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingLogin {
    /// Ties the ID token to this sign-in.
    pub nonce: String,
    /// Proves that whoever redeems the code also asked for it.
    pub pkce_verifier: String,
    /// Where in the app the way leads afterwards.
    pub next: String,
    /// When it was started.
    pub started_at: Timestamp,
}

/// How many sessions a farmer may have: enough for every device of a family, and few enough to be listed whole.
const MOST_SESSIONS: i64 = 50;

/// A session to be opened.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// What opens it.
    pub token: TokenHash,
    /// Its name for its owner; opens nothing.
    pub id: Uuid,
    /// The browser in a few words, where it is known.
    pub device: Option<String>,
    /// The session that the browser had until now. It ends.
    pub replaces: Option<TokenHash>,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSession {
    /// Its name.
    pub id: Uuid,
    /// What opens it.
    pub token: TokenHash,
    /// The browser in a few words, where it is known.
    pub device: Option<String>,
    /// When it began.
    pub created_at: Timestamp,
    /// When it was last used, to within the interval in which this is written down.
    pub seen_at: Timestamp,
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
        self.write(TakeLogin { state, browser, oldest }).await
    }

    /// Makes or updates the farmer that the identity names and opens a session for them; of too many, those end that have not
    /// been used for longest. `new_farmer` becomes the id of a farmer who signs in for the first time.
    pub async fn sign_in(
        &self,
        identity: Identity,
        session: NewSession,
        new_farmer: Uuid,
        now: Timestamp,
    ) -> Result<FarmerId> {
        self.write(SignIn { identity, session, new_farmer, now }).await
    }

    /// A farmer's sessions that were seen since `seen` and begun since `created`, the last used first.
    pub async fn sessions(&self, farmer: FarmerId, seen: Timestamp, created: Timestamp) -> Result<Vec<OwnSession>> {
        of_farmer(&mut self.reading().await?.tx()?, farmer, seen, created).await
    }

    /// Ends a farmer's session by its name; gives what opened it. None: the farmer has no such session.
    pub async fn end_own_session(&self, farmer: FarmerId, id: Uuid) -> Result<Option<TokenHash>> {
        self.write(EndOwnSession { farmer, id }).await
    }

    /// Ends every session of a farmer but one; gives what opened them.
    pub async fn end_other_sessions(&self, farmer: FarmerId, but: TokenHash) -> Result<Vec<TokenHash>> {
        self.write(EndOtherSessions { farmer, but }).await
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

    /// Ends a session. Ending one that has ended is no error.
    pub async fn end_session(&self, token: TokenHash) -> Result<()> {
        self.write(EndSession { token }).await?;
        Ok(())
    }
}

/// A farmer's sessions that were seen since `seen` and begun since `created`, the last used first.
pub(crate) async fn of_farmer(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    seen: Timestamp,
    created: Timestamp,
) -> Result<Vec<OwnSession>> {
    let sql = "SELECT id, token_hash, device, created_at, seen_at FROM sessions
               WHERE farmer_id = $1 AND seen_at >= $2 AND created_at >= $3 ORDER BY seen_at DESC, id DESC";
    let [seen, created] = [seen, created].map(|since| Value::Int(since.as_microsecond()));
    tx.rows(sql, &[Value::Id(farmer.0), seen, created], |row| {
        Ok(OwnSession {
            id: row.id(0)?,
            token: TokenHash(row.hash(1)?),
            device: row.optional_text(2)?,
            created_at: row.timestamp(3)?,
            seen_at: row.timestamp(4)?,
        })
    })
    .await
}

struct BeginLogin {
    state: TokenHash,
    browser: TokenHash,
    login: PendingLogin,
}

impl Command for BeginLogin {
    type Output = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        let PendingLogin { nonce, pkce_verifier, next, started_at } = &self.login;
        tx.execute(
            "INSERT INTO logins (state_hash, browser_hash, nonce, pkce_verifier, next, started_at)
             VALUES ($1, $2, $3, $4, $5, $6)",
            &[
                Value::Bytes(&self.state.0),
                Value::Bytes(&self.browser.0),
                Value::Text(nonce),
                Value::Text(pkce_verifier),
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
                   RETURNING nonce, pkce_verifier, next, started_at";
        let oldest = Value::Int(self.oldest.as_microsecond());
        tx.row(sql, &[Value::Bytes(&self.state.0), Value::Bytes(&self.browser.0), oldest], read_login).await
    }
}

fn read_login(row: &Row<'_>) -> Result<PendingLogin> {
    Ok(PendingLogin {
        nonce: row.text(0)?,
        pkce_verifier: row.text(1)?,
        next: row.text(2)?,
        started_at: row.timestamp(3)?,
    })
}

struct SignIn {
    identity: Identity,
    session: NewSession,
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
        let NewSession { token, id, device, replaces } = &self.session;
        if let Some(old) = *replaces {
            end(tx, old).await?;
        }
        tx.execute(
            "DELETE FROM sessions WHERE farmer_id = $1 AND token_hash NOT IN
                 (SELECT token_hash FROM sessions WHERE farmer_id = $1 ORDER BY seen_at DESC, id DESC LIMIT $2)",
            &[Value::Id(farmer), Value::Int(MOST_SESSIONS - 1)],
        )
        .await?;
        tx.execute(
            "INSERT INTO sessions (token_hash, farmer_id, id, device, created_at, seen_at) VALUES ($1, $2, $3, $4, $5, $6)",
            &[
                Value::Bytes(&token.0),
                Value::Id(farmer),
                Value::Id(*id),
                device.as_deref().map_or(Value::Null, Value::Text),
                now,
                now,
            ],
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

struct EndOwnSession {
    farmer: FarmerId,
    id: Uuid,
}

impl Command for EndOwnSession {
    type Output = Option<TokenHash>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let sql = "DELETE FROM sessions WHERE farmer_id = $1 AND id = $2 RETURNING token_hash";
        tx.row(sql, &[Value::Id(self.farmer.0), Value::Id(self.id)], |row| Ok(TokenHash(row.hash(0)?))).await
    }
}

struct EndOtherSessions {
    farmer: FarmerId,
    but: TokenHash,
}

impl Command for EndOtherSessions {
    type Output = Vec<TokenHash>;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<Self::Output> {
        let sql = "DELETE FROM sessions WHERE farmer_id = $1 AND token_hash <> $2 RETURNING token_hash";
        let owner = Value::Id(self.farmer.0);
        tx.rows(sql, &[owner, Value::Bytes(&self.but.0)], |row| Ok(TokenHash(row.hash(0)?))).await
    }
}

async fn end(tx: &mut Tx<'_>, token: TokenHash) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE token_hash = $1", &[Value::Bytes(&token.0)]).await?;
    Ok(())
}

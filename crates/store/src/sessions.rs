//! Pending sign-ins and sessions. Only hashes of secrets are stored, so a copy of the database does not permit sign-in.

use crate::error::Result;
use crate::farmers::{User, read_language};
use crate::sql::{Row, Tx, values};
use crate::{FarmerId, Store};
use grow_domain::{Email, Language};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// SHA-256 of a token. Only the browser has the token itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash([u8; 32]);

impl TokenHash {
    /// Hashes a token.
    pub fn of(token: &str) -> Self {
        Self(Sha256::digest(token).into())
    }

    pub(crate) fn from_stored(hash: [u8; 32]) -> Self {
        Self(hash)
    }
}

/// An identity verified by the identity provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Issuer.
    pub issuer: String,
    /// Subject. Issuer and subject together identify the account.
    pub subject: String,
    /// Current profile claims.
    pub user: User,
    /// Whether the issuer has verified the e-mail address.
    pub email_verified: bool,
}

/// A pending sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingLogin {
    /// Nonce that binds the ID token to this sign-in.
    pub nonce: String,
    /// PKCE verifier.
    pub pkce_verifier: String,
    /// Path to open after sign-in.
    pub next: String,
    /// Start time.
    pub started_at: Timestamp,
}

/// Maximum number of sessions of a farmer.
const MOST_SESSIONS: i64 = 50;

/// A session to create.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// Hash of its token.
    pub token: TokenHash,
    /// Public id, shown to the owner. Not a credential.
    pub id: Uuid,
    /// Short description of the browser, if known.
    pub device: Option<String>,
    /// Previous session of the browser, to be ended.
    pub replaces: Option<TokenHash>,
}

/// A session in its owner's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnSession {
    /// Public id.
    pub id: Uuid,
    /// Hash of its token.
    pub token: TokenHash,
    /// Short description of the browser, if known.
    pub device: Option<String>,
    /// Start time.
    pub created_at: Timestamp,
    /// Time of last use, with the precision of the update interval.
    pub seen_at: Timestamp,
}

/// A stored session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Owner.
    pub farmer: FarmerId,
    /// Start time.
    pub created_at: Timestamp,
    /// Time of last use, with the precision of the update interval.
    pub seen_at: Timestamp,
    /// The language that the owner chose. `None` if they chose none, or one that Grow no longer speaks.
    pub language: Option<Language>,
}

impl Store {
    /// Stores a pending sign-in under the hashes of its state and of the browser's cookie.
    pub async fn begin_login(&self, state: TokenHash, browser: TokenHash, login: PendingLogin) -> Result<()> {
        self.write(async move |tx| {
            let PendingLogin { nonce, pkce_verifier, next, started_at } = &login;
            let sql = "INSERT INTO logins (state_hash, browser_hash, nonce, pkce_verifier, next, started_at)
                       VALUES ($1, $2, $3, $4, $5, $6)";
            tx.execute(sql, &values![&state.0, &browser.0, nonce, pkce_verifier, next, *started_at]).await.map(drop)
        })
        .await
    }

    /// Takes a pending sign-in, once. `None` for another browser, and for a sign-in started before `oldest`.
    pub async fn take_login(
        &self,
        state: TokenHash,
        browser: TokenHash,
        oldest: Timestamp,
    ) -> Result<Option<PendingLogin>> {
        self.write(async move |tx| {
            let sql = "DELETE FROM logins WHERE state_hash = $1 AND browser_hash = $2 AND started_at >= $3
                       RETURNING nonce, pkce_verifier, next, started_at";
            tx.row(sql, &values![&state.0, &browser.0, oldest], read_login).await
        })
        .await
    }

    /// Creates or updates the farmer of an identity and creates a session. Beyond the maximum, the least recently used
    /// sessions end. `new_farmer` is the id for a first sign-in.
    pub async fn sign_in(
        &self,
        identity: Identity,
        session: NewSession,
        new_farmer: Uuid,
        now: Timestamp,
    ) -> Result<FarmerId> {
        self.write(async move |tx| {
            let Identity { issuer, subject, user, email_verified } = &identity;
            let email_key = Email::parse(&user.email).map_or_else(String::new, |email| email.as_str().to_owned());
            let farmer = tx
                .row(
                    "INSERT INTO farmers
                         (id, issuer, subject, email, display_name, photo_url, created_at, email_key, email_verified)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                     ON CONFLICT (issuer, subject) DO UPDATE SET
                         email = excluded.email, display_name = excluded.display_name, photo_url = excluded.photo_url,
                         email_key = excluded.email_key, email_verified = excluded.email_verified
                     RETURNING id",
                    &values![
                        new_farmer,
                        issuer,
                        subject,
                        &user.email,
                        &user.display_name,
                        user.photo_url.as_deref(),
                        now,
                        &email_key,
                        *email_verified
                    ],
                    |row| row.id(0),
                )
                .await?;
            let farmer = farmer.ok_or(crate::Error::Bug("a farmer just written is not there"))?;
            let NewSession { token, id, device, replaces } = &session;
            if let Some(old) = *replaces {
                end(tx, old).await?;
            }
            let sql = "DELETE FROM sessions WHERE farmer_id = $1 AND token_hash NOT IN
                           (SELECT token_hash FROM sessions WHERE farmer_id = $1
                            ORDER BY seen_at DESC, id DESC LIMIT $2)";
            tx.execute(sql, &values![farmer, MOST_SESSIONS - 1]).await?;
            let sql = "INSERT INTO sessions (token_hash, farmer_id, id, device, created_at, seen_at)
                       VALUES ($1, $2, $3, $4, $5, $6)";
            tx.execute(sql, &values![&token.0, farmer, *id, device.as_deref(), now, now]).await?;
            Ok(FarmerId(farmer))
        })
        .await
    }

    /// Returns a farmer's sessions used since `seen` and created since `created`, the last used first.
    pub async fn sessions(&self, farmer: FarmerId, seen: Timestamp, created: Timestamp) -> Result<Vec<OwnSession>> {
        of_farmer(&mut self.reading().await?.tx()?, farmer, seen, created).await
    }

    /// Ends a farmer's session by its id and returns its token hash. `None` if the farmer has no such session.
    pub async fn end_own_session(&self, farmer: FarmerId, id: Uuid) -> Result<Option<TokenHash>> {
        self.write(async move |tx| {
            let sql = "DELETE FROM sessions WHERE farmer_id = $1 AND id = $2 RETURNING token_hash";
            tx.row(sql, &values![farmer, id], |row| Ok(TokenHash(row.hash(0)?))).await
        })
        .await
    }

    /// Ends every session of a farmer except one, and returns their token hashes.
    pub async fn end_other_sessions(&self, farmer: FarmerId, but: TokenHash) -> Result<Vec<TokenHash>> {
        self.write(async move |tx| {
            let sql = "DELETE FROM sessions WHERE farmer_id = $1 AND token_hash <> $2 RETURNING token_hash";
            Ok(tx
                .rows(sql, &values![farmer, &but.0], |row| Ok(row.hash(0).map(TokenHash).ok()))
                .await?
                .into_iter()
                .flatten()
                .collect())
        })
        .await
    }

    /// Returns the session of a token. The caller checks its age.
    pub async fn session(&self, token: TokenHash) -> Result<Option<Session>> {
        let mut reading = self.reading().await?;
        let sql = "SELECT s.farmer_id, s.created_at, s.seen_at, f.language, s.id
                   FROM sessions s JOIN farmers f ON f.id = s.farmer_id WHERE s.token_hash = $1";
        let session = |row: &Row<'_>| {
            let (farmer, language) = (FarmerId(row.id(0)?), read_language(row, 3)?);
            Ok(Session { farmer, created_at: row.timestamp(1)?, seen_at: row.timestamp(2)?, language })
        };
        let mut tx = reading.tx()?;
        let unreadable = tx.unreadable();
        // The owner of an unreadable session signs in again.
        let read = |row: &Row<'_>| unreadable.or_none("sessions", || row.key(&[4]), session(row));
        Ok(tx.row(sql, &values![&token.0], read).await?.flatten())
    }

    /// Updates the time of last use.
    pub async fn touch_session(&self, token: TokenHash, now: Timestamp) -> Result<()> {
        self.write(async move |tx| {
            let sql = "UPDATE sessions SET seen_at = $1 WHERE token_hash = $2";
            tx.execute(sql, &values![now, &token.0]).await.map(drop)
        })
        .await
        .map(drop)
    }

    /// Ends a session. Idempotent.
    pub async fn end_session(&self, token: TokenHash) -> Result<()> {
        self.write(async move |tx| end(tx, token).await).await
    }
}

/// Returns a farmer's sessions used since `seen` and created since `created`, the last used first.
pub(crate) async fn of_farmer(
    tx: &mut Tx<'_>,
    farmer: FarmerId,
    seen: Timestamp,
    created: Timestamp,
) -> Result<Vec<OwnSession>> {
    let sql = "SELECT id, token_hash, device, created_at, seen_at FROM sessions
               WHERE farmer_id = $1 AND seen_at >= $2 AND created_at >= $3 ORDER BY seen_at DESC, id DESC";
    tx.readable_rows("sessions", &[0], sql, &values![farmer, seen, created], |row| {
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

fn read_login(row: &Row<'_>) -> Result<PendingLogin> {
    Ok(PendingLogin {
        nonce: row.text(0)?,
        pkce_verifier: row.text(1)?,
        next: row.text(2)?,
        started_at: row.timestamp(3)?,
    })
}

async fn end(tx: &mut Tx<'_>, token: TokenHash) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE token_hash = $1", &values![&token.0]).await.map(drop)
}

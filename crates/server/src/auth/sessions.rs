//! Sessions, with a cache of recently used ones.

use crate::config::SessionLimits;
use grow_domain::Language;
use grow_store::{FarmerId, Identity, NewSession, OwnSession, Result, Session, Store, TokenHash};
use jiff::{SignedDuration, Timestamp};
use quick_cache::sync::Cache;
use std::sync::{Mutex, MutexGuard, PoisonError};
use uuid::Uuid;

/// Minimum time between updates of a session's last use.
const BETWEEN_TOUCHES: SignedDuration = SignedDuration::from_hours(1);
/// How long a session is cached. A sign-out takes effect at once on this server, and after this time on others.
const BELIEVED: SignedDuration = SignedDuration::from_secs(5);
/// Maximum number of cached sessions.
const REMEMBERED: usize = 10_000;

pub(crate) struct Sessions {
    store: Store,
    limits: SessionLimits,
    recent: Cache<TokenHash, Seen>,
    /// Number of sessions that ended on this server. Locked while `recent` changes, so that a session read before its
    /// end is not cached after it.
    ended: Mutex<u64>,
}

#[derive(Clone, Copy)]
struct Seen {
    session: Session,
    at: Timestamp,
}

/// The owner of a session.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    pub(crate) farmer: FarmerId,
    /// The language that they chose.
    pub(crate) language: Option<Language>,
    /// Whether this request should update the session's last use.
    pub(crate) touch: bool,
}

impl Sessions {
    pub(crate) fn new(store: Store, limits: SessionLimits) -> Self {
        Self { store, limits, recent: Cache::new(REMEMBERED), ended: Mutex::new(0) }
    }

    pub(crate) fn limits(&self) -> SessionLimits {
        self.limits
    }

    /// Returns the owner of a token, unless its session has ended.
    pub(crate) async fn owner(&self, token: TokenHash, now: Timestamp) -> Result<Option<Owner>> {
        let Some(session) = self.open_session(token, now).await? else { return Ok(None) };
        let touch = now.duration_since(session.seen_at) > BETWEEN_TOUCHES && self.is_first_to_touch(token, now);
        Ok(Some(Owner { farmer: session.farmer, language: session.language, touch }))
    }

    /// Returns the number of sessions that ended on this server.
    pub(crate) fn number_ended(&self) -> u64 {
        *self.ended()
    }

    /// Forgets the cached language of a farmer, who chose another.
    pub(crate) fn forget_language(&self, farmer: FarmerId) {
        let mut ended = self.ended();
        // A session that is being read now may have the old language.
        *ended += 1;
        self.recent.retain(|_, seen| seen.session.farmer != farmer);
    }

    async fn open_session(&self, token: TokenHash, now: Timestamp) -> Result<Option<Session>> {
        let session = self.find(token, now).await?;
        Ok(session.filter(|session| {
            now.duration_since(session.seen_at) <= self.limits.idle
                && now.duration_since(session.created_at) <= self.limits.age
        }))
    }

    async fn find(&self, token: TokenHash, now: Timestamp) -> Result<Option<Session>> {
        if let Some(seen) = self.recent.get(&token)
            && now.duration_since(seen.at).abs() < BELIEVED
        {
            return Ok(Some(seen.session));
        }
        let ended = *self.ended();
        let session = self.store.session(token).await?;
        self.remember(token, session, ended, now);
        Ok(session)
    }

    /// Caches a session, unless any session has ended since `ended_before` was read: it may be this one.
    fn remember(&self, token: TokenHash, session: Option<Session>, ended_before: u64, now: Timestamp) {
        let ended = self.ended();
        match session {
            Some(session) if *ended == ended_before => self.recent.insert(token, Seen { session, at: now }),
            _ => _ = self.recent.remove(&token),
        }
    }

    /// Returns whether this request should update the last use. Of concurrent requests, only the first does.
    fn is_first_to_touch(&self, token: TokenHash, now: Timestamp) -> bool {
        let _ended = self.ended();
        let Some(Seen { session, at }) = self.recent.get(&token) else { return false };
        let is_first = now.duration_since(session.seen_at) > BETWEEN_TOUCHES;
        if is_first {
            self.recent.insert(token, Seen { session: Session { seen_at: now, ..session }, at });
        }
        is_first
    }

    /// Opens a session for a verified identity.
    pub(super) async fn open(
        &self,
        identity: Identity,
        session: NewSession,
        new_farmer: Uuid,
        now: Timestamp,
    ) -> Result<FarmerId> {
        let replaced = session.replaces;
        let opened = self.store.sign_in(identity, session, new_farmer, now).await?;
        self.forget(replaced);
        Ok(opened)
    }

    /// Returns the open sessions of a farmer, the most recently used first.
    pub(crate) async fn of(&self, farmer: FarmerId, now: Timestamp) -> Result<Vec<OwnSession>> {
        self.store.sessions(farmer, now - self.limits.idle, now - self.limits.age).await
    }

    /// Updates the last use of a session.
    pub(crate) async fn touch(&self, token: TokenHash, now: Timestamp) -> Result<()> {
        self.store.touch_session(token, now).await
    }

    /// Ends a session.
    pub(crate) async fn end(&self, token: TokenHash) -> Result<()> {
        self.store.end_session(token).await?;
        self.forget([token]);
        Ok(())
    }

    /// Ends a farmer's session by its id and returns its token hash, or none if the farmer has no such session.
    pub(crate) async fn end_own(&self, farmer: FarmerId, id: Uuid) -> Result<Option<TokenHash>> {
        let ended = self.store.end_own_session(farmer, id).await?;
        self.forget(ended);
        Ok(ended)
    }

    /// Ends every session of a farmer except one.
    pub(crate) async fn end_others(&self, farmer: FarmerId, but: TokenHash) -> Result<()> {
        let ended = self.store.end_other_sessions(farmer, but).await?;
        self.forget(ended);
        Ok(())
    }

    /// Closes a farmer's account and ends its sessions. Returns none if there is no such account.
    pub(crate) async fn close_account(&self, farmer: FarmerId, now: Timestamp) -> Result<Option<()>> {
        let Some(ended) = self.store.close_account(farmer, now).await? else { return Ok(None) };
        self.forget(ended);
        Ok(Some(()))
    }

    fn forget(&self, tokens: impl IntoIterator<Item = TokenHash>) {
        let mut ended = self.ended();
        for token in tokens {
            *ended += 1;
            self.recent.remove(&token);
        }
    }

    fn ended(&self) -> MutexGuard<'_, u64> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grow_store::{User, testing};

    fn noon() -> Timestamp {
        "2026-06-15T12:00:00Z".parse().unwrap()
    }

    fn limited(store: &Store) -> Sessions {
        Sessions::new(store.clone(), SessionLimits::default())
    }

    async fn signed_in(sessions: &Sessions, token: TokenHash) -> FarmerId {
        let user = User { display_name: "Meena".into(), photo_url: None, email: "meena@example.in".into() };
        let identity = Identity { issuer: "https://issuer".into(), subject: "1".into(), user, email_verified: true };
        let session = NewSession { token, id: Uuid::from_u128(2), device: None, replaces: None };
        sessions.open(identity, session, Uuid::from_u128(1), noon()).await.unwrap()
    }

    #[tokio::test]
    async fn a_sign_out_is_known_here_at_once_and_elsewhere_within_five_seconds() {
        let store = testing::sqlite().await;
        let [here, elsewhere] = [limited(&store), limited(&store)];
        let token = TokenHash::of("token");
        let farmer = signed_in(&here, token).await;
        for server in [&here, &elsewhere] {
            assert_eq!(server.owner(token, noon()).await.unwrap().map(|owner| owner.farmer), Some(farmer));
        }
        here.end(token).await.unwrap();
        assert!(here.owner(token, noon()).await.unwrap().is_none());
        assert!(elsewhere.owner(token, noon() + BELIEVED).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_read_that_began_before_a_sign_out_does_not_bring_the_session_back() {
        let store = testing::sqlite().await;
        let sessions = limited(&store);
        let token = TokenHash::of("token");
        signed_in(&sessions, token).await;
        let ended_before = *sessions.ended();
        let read = store.session(token).await.unwrap();
        assert!(read.is_some());
        sessions.end(token).await.unwrap();
        sessions.remember(token, read, ended_before, noon());
        assert!(sessions.owner(token, noon()).await.unwrap().is_none());
    }

    #[tokio::test]
    async fn only_one_of_many_concurrent_requests_updates_the_last_use() {
        let store = testing::sqlite().await;
        let sessions = limited(&store);
        let token = TokenHash::of("token");
        signed_in(&sessions, token).await;
        let later = noon() + BETWEEN_TOUCHES + SignedDuration::from_secs(1);
        let mut touches = 0;
        for _ in 0..20 {
            touches += u32::from(sessions.owner(token, later).await.unwrap().unwrap().touch);
        }
        assert_eq!(touches, 1);
    }

    #[tokio::test]
    async fn a_session_ends_when_it_is_not_used_and_when_it_is_old() {
        let store = testing::sqlite().await;
        let sessions = limited(&store);
        let token = TokenHash::of("token");
        signed_in(&sessions, token).await;
        let mut now = noon();
        let SessionLimits { idle, age } = sessions.limits();
        let second = SignedDuration::from_secs(1);
        while now < noon() + age {
            assert!(sessions.owner(token, now).await.unwrap().unwrap().touch || now == noon());
            sessions.touch(token, now).await.unwrap();
            now += idle;
        }
        assert!(sessions.owner(token, noon() + age).await.unwrap().is_some());
        assert!(sessions.owner(token, noon() + age + second).await.unwrap().is_none());

        let unused = TokenHash::of("unused");
        signed_in(&sessions, unused).await;
        assert!(sessions.owner(unused, noon() + idle + second).await.unwrap().is_none());
    }
}

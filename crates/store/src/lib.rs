//! Storage: one [`Store`] over SQLite or PostgreSQL.
//!
//! Only this crate contains SQL. Every write is a command that runs in one transaction with its journal and feed
//! entries, and returns when it is durable. Methods on a farmer's own data take the farmer's id first.

mod advice;
mod backup;
mod command;
mod consents;
mod copy;
mod coverage;
mod demand;
mod erasure;
mod error;
mod farmer_counts;
mod farmer_id;
mod farmers;
mod feed;
mod figures;
mod generation;
mod held;
mod holdings;
mod housekeeping;
mod import;
mod imported;
mod intentions;
mod journal;
mod leases;
mod load;
mod migrate;
mod months;
mod observations;
mod observer;
mod postgres;
mod progress;
mod ranges;
mod reconcile;
mod records;
mod restatement;
mod review;
mod sessions;
mod sowings;
mod sql;
mod sqlite;
mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod unreadable;
mod url;
mod watermarks;
mod years;

pub use advice::{AdviceDraw, AdviceInputs, DrawCell};
pub use consents::Consent;
pub use copy::{TableFile, copied_columns, copied_tables};
pub use demand::DemandState;
pub use error::{Error, Result};
pub use farmer_id::FarmerId;
pub use farmers::{FarmerAccount, OwnRecord, RecordChange, RecordOutcome, User};
pub use figures::{FigureChange, ReferenceImport};
pub use generation::Generation;
pub use held::{AsStored, HeldIntention, HeldPage, HeldRequest, HeldSowing};
pub use holdings::{HeldRecord, Holdings};
pub use housekeeping::{FEED_KEPT, JOURNAL_KEPT, Lifetimes, SESSIONS_KEPT_AFTER_THEIR_END};
pub use import::{Imported, NewRecord};
pub use imported::FoundRecord;
pub use intentions::{EndOutcome, IntentionOutcome, SowOutcome};
pub use load::{Load, PoolLoad};
pub use observer::{Call, Observed, Observer};
pub use postgres::PostgresLimits;
pub use reconcile::{Account, Difference};
pub use records::StoredRecord;
pub use restatement::Restatement;
pub use review::WaitingSowing;
pub use sessions::{Identity, NewSession, OwnSession, PendingLogin, Session, TokenHash};
pub use sowings::{ChangeOutcome, End, Page, SowingChange, SowingOutcome, UndoOutcome, Withdrawn};
pub use store::Store;
pub use unreadable::UnreadableRow;
pub use url::DatabaseUrl;

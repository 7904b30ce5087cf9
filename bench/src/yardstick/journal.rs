//! Durable appends with group commit.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::rc::Rc;

use anyhow::Result;
use serde::Deserialize;
use tokio::sync::{Notify, oneshot};

use crate::disk;

/// File size in bytes. Preallocated and then reused cyclically, like a database log: appends change no metadata.
const LENGTH: usize = 32 * 1024 * 1024;

/// Body of a posted sowing.
#[derive(Deserialize)]
struct Sowing<'j> {
    crop: &'j str,
    field_size_ha: f64,
}

#[derive(Default)]
struct Group {
    records: Vec<u8>,
    answers: Vec<oneshot::Sender<()>>,
}

/// The file and the group of pending records.
///
/// The flush runs on the server's single thread, because switching to another thread costs more than it gains.
pub(super) struct Journal {
    group: Rc<RefCell<Group>>,
    waiting: Rc<Notify>,
}

impl Journal {
    /// Opens the file and starts the task that flushes it.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let mut file = OpenOptions::new().create(true).write(true).truncate(true).open(path)?;
        disk::fill(&mut file, LENGTH)?;
        let (group, waiting) = (Rc::<RefCell<Group>>::default(), Rc::new(Notify::new()));
        tokio::task::spawn_local(flush(file, Rc::clone(&group), Rc::clone(&waiting)));
        Ok(Self { group, waiting })
    }

    /// Returns once the record is on the disk.
    pub(super) async fn append(&self, json: &[u8]) -> Result<()> {
        let sowing: Sowing = serde_json::from_slice(json)?;
        let (answer, durable) = oneshot::channel();
        {
            let mut group = self.group.borrow_mut();
            writeln!(group.records, "{} {}", sowing.crop, sowing.field_size_ha)?;
            group.answers.push(answer);
        }
        self.waiting.notify_one();
        Ok(durable.await?)
    }
}

async fn flush(mut file: File, group: Rc<RefCell<Group>>, waiting: Rc<Notify>) -> Result<()> {
    let mut written = 0;
    loop {
        waiting.notified().await;
        // Let queued appends join this group.
        tokio::task::yield_now().await;
        let full = std::mem::take(&mut *group.borrow_mut());
        if written + full.records.len() > LENGTH {
            file.seek(SeekFrom::Start(0))?;
            written = 0;
        }
        written += full.records.len();
        file.write_all(&full.records)?;
        file.sync_data()?;
        for answer in full.answers {
            let _gone = answer.send(());
        }
    }
}

//! A farmer's copy of their data, written page by page while it is read by the farmer.
//!
//! A page is read when the one before has been taken, so that a copy takes the memory of a page, whatever it holds. It
//! has a turn only while it is read ([`crate::limits::Export`]). Each page is consistent in itself. What is recorded
//! meanwhile may be in the copy.

use super::csv::{self, Part};
use super::own_data::{OwnDataButRows, OwnIntention, OwnRequest, OwnSowing, OwnUnreadable};
use crate::App;
use crate::http::problem::Problem;
use crate::limits::Export;
use axum::body::{Body, Bytes};
use axum::response::{IntoResponse, Response};
use futures_util::stream::try_unfold;
use grow_domain::documents::{DocumentSowing, Predicted, Record, SowingLine};
use grow_store::{AsStored, Error, FarmerId, HeldPage, HeldRequest, HeldSowing};
use http::header;
use serde::Serialize;
use std::collections::VecDeque;
use tokio::task::yield_now;
use uuid::Uuid;

/// Number of rows of a page.
const PAGE: u16 = 500;

/// The shape of a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// One JSON object.
    Json,
    /// A part of it as a table.
    Csv(Part),
    /// JSON lines of documents.
    Documents,
}

impl Shape {
    fn headers(self) -> [(header::HeaderName, &'static str); 2] {
        let (kind, name) = match self {
            Self::Json => ("application/json", "attachment; filename=\"grow-my-data.json\""),
            Self::Csv(part) => ("text/csv; charset=utf-8", part.disposition()),
            Self::Documents => ("application/x-ndjson", "attachment; filename=\"grow-my-documents.jsonl\""),
        };
        [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)]
    }
}

/// Answers with the copy. Its first part is read before the answer begins, so that an error there is told as a problem.
pub(super) async fn answer(app: &App, farmer: FarmerId, shape: Shape) -> Result<Response, Problem> {
    let export = app.0.gate.export(farmer, app.0.clock.elapsed()).ok_or_else(Problem::export_running)?;
    let turn = export.first_turn().await.ok_or_else(Problem::export_running)?;
    let (app, next, unreadable) = (app.clone(), Next::Done, Vec::new());
    let mut copy = Copying { app, farmer, shape, next, has_items: false, unreadable, export };
    let first = copy.begin().await?;
    drop(turn);
    let pages = try_unfold((copy, Some(first)), async |(mut copy, first)| {
        let page = match first {
            Some(first) => Some(first),
            None => copy.next_page().await.inspect_err(|error| tracing::error!(%error, "an export broke off"))?,
        };
        Ok::<_, Error>(page.map(|page| (Bytes::from(page), (copy, None))))
    });
    Ok((shape.headers(), Body::from_stream(pages)).into_response())
}

/// A copy that is being written.
struct Copying {
    app: App,
    farmer: FarmerId,
    shape: Shape,
    next: Next,
    /// Whether the part of the JSON object has an element.
    has_items: bool,
    /// Rows that cannot be read, which end the JSON object.
    unreadable: Vec<AsStored>,
    export: Export,
}

/// What is written next.
enum Next {
    Sowings(Option<Uuid>),
    Intentions(Option<Uuid>),
    Requests(Box<Requests>),
    Documents(Box<Documents>),
    Done,
}

impl Copying {
    /// Writes what comes before the rows.
    async fn begin(&mut self) -> Result<Vec<u8>, Problem> {
        let App(app) = &self.app;
        if self.shape == Shape::Documents {
            let Some(stored) = app.store.stored_profile(self.farmer).await? else { return Ok(Vec::new()) };
            let profile = stored.record.profile.as_ref();
            let (npk, water) = profile.map(|profile| (profile.npk, profile.water)).unwrap_or_default();
            let district = stored.district.filter(|_| stored.permission.to_compute());
            let prediction = district.map(|district| app.predictor.predict(district, npk).watered(water));
            let predicted = prediction.as_ref().and_then(|prediction| prediction.probabilities());
            let predicted = predicted.map(Predicted::of).unwrap_or_default();
            let first = stored.record.lines(&predicted).into_iter().next().filter(|_| stored.record.profile.is_some());
            let line = SowingLine::new(&stored.record.email, &predicted);
            self.next = Next::Documents(Box::new(Documents { record: stored.record, line, after: None, last: None }));
            return Ok(first.map(|(_, line)| line + "\n").unwrap_or_default().into_bytes());
        }
        self.next = match self.shape {
            Shape::Csv(Part::Plans) => Next::Intentions(None),
            Shape::Csv(Part::Requests) => Next::Requests(Box::default()),
            Shape::Csv(Part::Record | Part::Consents) => Next::Done,
            Shape::Csv(Part::Sowings) | Shape::Json | Shape::Documents => Next::Sowings(None),
        };
        if let Shape::Csv(part @ (Part::Sowings | Part::Plans | Part::Requests)) = self.shape {
            return Ok([part.heading(), self.page().await?.unwrap_or_default()].concat());
        }
        let mut held = app.store.export_data(self.farmer).await?.ok_or_else(Problem::not_signed_in)?;
        self.unreadable = std::mem::take(&mut held.as_stored);
        if self.shape == Shape::Csv(Part::Consents) {
            return Ok([Part::Consents.heading(), csv::consents(&held.consents)].concat());
        }
        let rest = OwnDataButRows::new(held, &app.predictor, app.clock.now());
        Ok(if let Shape::Csv(part) = self.shape {
            [part.heading(), csv::parts(&rest)].concat()
        } else {
            let mut object = serde_json::to_vec(&rest).unwrap_or_default();
            object.pop();
            object.extend(b",\"sowings\":[");
            object
        })
    }

    /// Writes the next page in its turn. `None` at the end.
    async fn next_page(&mut self) -> Result<Option<Vec<u8>>, Error> {
        if self.export.is_over(self.app.0.clock.elapsed()) {
            return Err(Error::Late);
        }
        // A client that keeps up never makes the copy wait; so let others have the thread between two pages.
        yield_now().await;
        let _turn = self.export.turn().await;
        self.page().await
    }

    /// Writes the next page. `None` at the end.
    async fn page(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let (store, farmer) = (&self.app.0.store, self.farmer);
        let (page, next) = match std::mem::replace(&mut self.next, Next::Done) {
            Next::Sowings(after) => {
                let HeldPage { rows: sowings, as_stored, last } = store.held_sowings(farmer, after, PAGE).await?;
                let page = match self.shape {
                    Shape::Csv(part) => [csv::sowings(&sowings), csv::unreadable(part, &as_stored)].concat(),
                    _ => self.items(sowings.into_iter().map(OwnSowing::from)),
                };
                self.unreadable.extend(as_stored);
                match last {
                    Some(_) => (page, Next::Sowings(last)),
                    None if self.shape != Shape::Json => (page, Next::Done),
                    None => (self.part("intentions"), Next::Intentions(None)),
                }
            }
            Next::Intentions(after) => {
                let HeldPage { rows: plans, as_stored, last } = store.held_intentions(farmer, after, PAGE).await?;
                let page = match self.shape {
                    Shape::Csv(part) => [csv::plans(&plans), csv::unreadable(part, &as_stored)].concat(),
                    _ => self.items(plans.into_iter().map(OwnIntention::from)),
                };
                self.unreadable.extend(as_stored);
                match last {
                    Some(_) => (page, Next::Intentions(last)),
                    None if self.shape != Shape::Json => (page, Next::Done),
                    None => (self.part("requests"), Next::Requests(Box::default())),
                }
            }
            Next::Requests(mut requests) => {
                let page = requests.page(&self.app, farmer).await?;
                if page.is_empty() {
                    self.unreadable.append(&mut requests.unreadable);
                    let end = if self.shape == Shape::Json { self.end() } else { Vec::new() };
                    (end, Next::Done)
                } else {
                    let page = match self.shape {
                        Shape::Csv(_) => csv::requests(&page),
                        _ => self.items(page.into_iter().map(OwnRequest::from)),
                    };
                    (page, Next::Requests(requests))
                }
            }
            Next::Documents(mut documents) => match documents.page(&self.app, farmer).await? {
                (page, true) => (page, Next::Documents(documents)),
                (page, false) => (page, Next::Done),
            },
            Next::Done => return Ok(None),
        };
        self.next = next;
        Ok(Some(page))
    }

    /// Ends a part of the JSON object, and begins another.
    fn part(&mut self, name: &str) -> Vec<u8> {
        self.has_items = false;
        format!("],\"{name}\":[").into_bytes()
    }

    /// Writes the last part of the JSON object.
    fn end(&mut self) -> Vec<u8> {
        let mut end = self.part("unreadable");
        let rows = std::mem::take(&mut self.unreadable);
        end.extend(self.items(rows.into_iter().map(OwnUnreadable::from)));
        end.extend(b"]}");
        end
    }

    /// Writes elements of a list of the JSON object.
    fn items<T: Serialize>(&mut self, items: impl Iterator<Item = T>) -> Vec<u8> {
        let mut page = Vec::new();
        for item in items {
            if std::mem::replace(&mut self.has_items, true) {
                page.push(b',');
            }
            // Writing to memory cannot fail.
            let _ = serde_json::to_writer(&mut page, &item);
        }
        page
    }
}

/// Requests of three kinds, merged by time: the journal, each sowing, and each plan.
#[derive(Default)]
struct Requests {
    journal: Source<i64>,
    sowings: Source<Uuid>,
    plans: Source<Uuid>,
    /// Rows of the journal that cannot be read.
    unreadable: Vec<AsStored>,
}

/// Requests of a kind that were read and not yet written.
struct Source<K> {
    waiting: VecDeque<HeldRequest>,
    /// Key of the last one.
    last: Option<K>,
    is_at_end: bool,
}

impl<K> Default for Source<K> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), last: None, is_at_end: false }
    }
}

impl<K> Source<K> {
    fn is_wanting(&self) -> bool {
        self.waiting.is_empty() && !self.is_at_end
    }

    fn fill<T>(&mut self, page: HeldPage<K, T>, request: impl Fn(T) -> HeldRequest) -> Vec<AsStored> {
        self.waiting.extend(page.rows.into_iter().map(request));
        self.is_at_end = page.last.is_none();
        self.last = page.last;
        page.as_stored
    }
}

impl Requests {
    /// The next requests. Empty at the end.
    async fn page(&mut self, App(app): &App, farmer: FarmerId) -> Result<Vec<HeldRequest>, Error> {
        let (store, mut page) = (&app.store, Vec::new());
        while page.len() < PAGE.into() {
            while self.journal.is_wanting() {
                let read = store.held_requests(farmer, self.journal.last, PAGE).await?;
                self.unreadable.extend(self.journal.fill(read, |(_, request)| request));
            }
            while self.sowings.is_wanting() {
                self.sowings.fill(store.held_sowings(farmer, self.sowings.last, PAGE).await?, |held| held.request());
            }
            while self.plans.is_wanting() {
                self.plans.fill(store.held_intentions(farmer, self.plans.last, PAGE).await?, |held| held.request());
            }
            let queues = [&mut self.journal.waiting, &mut self.sowings.waiting, &mut self.plans.waiting];
            let earliest = queues.into_iter().filter(|queue| !queue.is_empty());
            let Some(earliest) = earliest.min_by_key(|queue| queue.front().map(|request| request.at)) else { break };
            page.extend(earliest.pop_front());
        }
        Ok(page)
    }
}

/// Documents of a farmer: the line of the sowings is under way, and the line of the requests is to come.
struct Documents {
    record: Record,
    line: SowingLine,
    after: Option<Uuid>,
    last: Option<DocumentSowing>,
}

impl Documents {
    /// The next text, and whether more follows.
    async fn page(&mut self, App(app): &App, farmer: FarmerId) -> Result<(Vec<u8>, bool), Error> {
        let read = app.store.held_sowings(farmer, self.after, PAGE).await?;
        let mut text = String::new();
        let Some(end) = read.last else {
            if self.last.is_some() {
                text += &self.line.after;
                text.push('\n');
            }
            if let Some(requests) = self.record.request_line(self.last.as_ref()) {
                text += &requests;
                text.push('\n');
            }
            return Ok((text.into_bytes(), false));
        };
        self.after = Some(end);
        for sowing in read.rows.iter().filter_map(HeldSowing::document) {
            text += if self.last.is_none() { &self.line.before } else { "," };
            text += &SowingLine::sowing(&sowing);
            self.last = Some(sowing);
        }
        Ok((text.into_bytes(), true))
    }
}

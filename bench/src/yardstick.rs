//! The yardstick: a bare hyper server on one thread, with the least work for the same bytes.
//!
//! - `GET /demand`: a prepared body.
//! - `POST /sowings`: reads the JSON, appends a record to a file, answers after the group's fdatasync.
//! - `GET /events`: an open stream; `POST /publish` sends its own body to all of them.

mod body;
mod fanout;
mod journal;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::rc::Rc;

use anyhow::{Context, Result};
use bytes::Bytes;
use http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::LocalSet;

use body::Body;
use fanout::Fanout;
use journal::Journal;

/// What the yardstick serves and where.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Address to listen on.
    #[arg(long)]
    listen: SocketAddr,
    /// File with the body of `GET /demand`.
    #[arg(long)]
    overview: PathBuf,
    /// Size of the head of that answer in bytes. The head is padded to it.
    #[arg(long)]
    head_bytes: usize,
    /// File with the body of the answer to an append.
    #[arg(long)]
    receipt: PathBuf,
    /// File of the journal.
    #[arg(long)]
    journal: PathBuf,
}

/// State shared by all requests.
struct Yardstick {
    overview: Bytes,
    padding: HeaderValue,
    receipt: Bytes,
    journal: Journal,
    fanout: Fanout,
}

/// Size of hyper's head of a 200 with both headers and a four-digit length, without the padding.
const BARE_HEAD: usize = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\npadding: \r\ncontent-length: 2048\r\n\
                          date: Sat, 21 Nov 2026 00:00:00 GMT\r\n\r\n"
    .len();
const PADDING: HeaderName = HeaderName::from_static("padding");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Serves until SIGTERM.
pub(crate) fn run(options: &Options) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, serve(options))
}

async fn serve(options: &Options) -> Result<()> {
    let yardstick = Rc::new(Yardstick {
        overview: std::fs::read(&options.overview).context("overview")?.into(),
        padding: HeaderValue::from_str(&"x".repeat(options.head_bytes.saturating_sub(BARE_HEAD)))?,
        receipt: std::fs::read(&options.receipt).context("receipt")?.into(),
        journal: Journal::open(&options.journal)?,
        fanout: Fanout::default(),
    });
    let listener = TcpListener::bind(options.listen).await?;
    let mut end = signal(SignalKind::terminate())?;
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => accepted?.0,
            _ = end.recv() => return Ok(()),
        };
        stream.set_nodelay(true)?;
        let yardstick = Rc::clone(&yardstick);
        tokio::task::spawn_local(async move {
            let service = service_fn(|request| answer(Rc::clone(&yardstick), request));
            // A client that disconnects is not an error.
            let _closed = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
        });
    }
}

async fn answer(yardstick: Rc<Yardstick>, request: Request<Incoming>) -> Result<Response<Body>> {
    match (request.method(), request.uri().path()) {
        (&Method::GET, "/demand") => {
            let mut response = Response::new(Body::whole(yardstick.overview.clone()));
            response.headers_mut().insert(CONTENT_TYPE, JSON);
            response.headers_mut().insert(PADDING, yardstick.padding.clone());
            Ok(response)
        }
        (&Method::POST, "/sowings") => {
            let body = request.into_body().collect().await?.to_bytes();
            yardstick.journal.append(&body).await?;
            let mut response = Response::new(Body::whole(yardstick.receipt.clone()));
            *response.status_mut() = StatusCode::CREATED;
            response.headers_mut().insert(CONTENT_TYPE, JSON);
            Ok(response)
        }
        (&Method::GET, "/events") => {
            let mut response = Response::new(Body::open(yardstick.fanout.subscribe()));
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
            Ok(response)
        }
        (&Method::POST, "/publish") => {
            let event = request.into_body().collect().await?.to_bytes();
            yardstick.fanout.publish(&event);
            Ok(Response::new(Body::whole(Bytes::new())))
        }
        _ => {
            let mut response = Response::new(Body::whole(Bytes::new()));
            *response.status_mut() = StatusCode::NOT_FOUND;
            Ok(response)
        }
    }
}

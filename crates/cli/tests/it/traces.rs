//! `GROW_TRACES`.

use crate::serving::Serving;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::{iter, thread};

/// Takes one batch, answers with a status, and returns the head of the request with the batch. None: there are no more.
fn take_batch(connection: &mut BufReader<TcpStream>, status: &str) -> Option<(String, Vec<u8>)> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if connection.read_line(&mut head).unwrap_or(0) == 0 {
            return None;
        }
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap().parse().unwrap();
    let mut batch = vec![0; length];
    connection.read_exact(&mut batch).unwrap();
    write!(connection.get_mut(), "HTTP/1.1 {status}\r\ncontent-length: 0\r\n\r\n").unwrap();
    Some((head, batch))
}

/// Whether a process has the thread that sends spans. The system cuts the names of threads.
fn has_thread(serving: &Serving) -> bool {
    let threads = fs::read_dir(format!("/proc/{}/task", serving.process.id())).unwrap();
    let mut names = threads.map(|thread| fs::read_to_string(thread.unwrap().path().join("comm")).unwrap());
    names.any(|name| name.starts_with("OpenTelemetry"))
}

#[test]
fn without_the_setting_nothing_is_sent_and_no_thread_runs() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let serving = Serving::start_with(&[("OTEL_EXPORTER_OTLP_ENDPOINT", &address), ("GROW_TRACES_SHARE", "1")]);
    assert!(serving.get("/api/v1/demand", "").starts_with("HTTP/1.1 200"));
    assert!(!has_thread(&serving));
    serving.ask_to_end();
    assert_eq!(serving.end().0, Some(0));
    listener.set_nonblocking(true).unwrap();
    assert_eq!(listener.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
}

#[test]
fn what_is_left_is_sent_at_the_stop_with_the_headers_of_the_operator() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/otlp/", listener.local_addr().unwrap());
    let serving = Serving::start_with(&[
        ("GROW_TRACES", &address),
        ("GROW_TRACES_SHARE", "1"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20of-the-operator"),
        ("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=trial"),
        // So that nothing is sent before.
        ("OTEL_BSP_SCHEDULE_DELAY", "3600000"),
    ]);
    assert!(has_thread(&serving));
    assert!(serving.get("/api/v1/crops", "").starts_with("HTTP/1.1 200"));
    serving.ask_to_end();
    let (head, batch) = take_batch(&mut BufReader::new(listener.accept().unwrap().0), "200 OK").unwrap();
    assert!(head.starts_with("POST /otlp/v1/traces HTTP/1.1\r\n"), "{head}");
    assert!(head.contains("authorization: Bearer of-the-operator\r\n"), "{head}");
    let batch = String::from_utf8_lossy(&batch);
    for said in ["GET /api/v1/crops", "service.name", "deployment.environment.name"] {
        assert!(batch.contains(said), "{said} in {batch}");
    }
    let (code, said) = serving.end();
    assert_eq!(code, Some(0));
    assert!(said.contains("stopped") && !said.contains("spans"), "{said}");
}

#[test]
fn a_collector_that_refuses_is_logged_once_and_so_is_its_return() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let serving = Serving::start_with(&[
        ("GROW_TRACES", &address),
        ("GROW_TRACES_SHARE", "1"),
        ("OTEL_BSP_SCHEDULE_DELAY", "10"),
    ]);
    let (answered, answers) = mpsc::channel();
    thread::spawn(move || {
        let refusals = ["503 Service Unavailable"; 2].into_iter();
        let mut statuses = refusals.chain(iter::repeat("200 OK"));
        for connection in listener.incoming() {
            let mut connection = BufReader::new(connection.unwrap());
            while take_batch(&mut connection, statuses.next().unwrap()).is_some() {
                let _ = answered.send(());
            }
        }
    });
    for _ in 0..4 {
        serving.get("/healthz", "");
        answers.recv().unwrap();
    }
    serving.ask_to_end();
    let (code, said) = serving.end();
    assert_eq!(code, Some(0));
    assert_eq!(said.matches("spans cannot be sent").count(), 1, "{said}");
    assert!(said.contains("it answers 503 Service Unavailable"), "{said}");
    assert_eq!(said.matches("spans are sent again").count(), 1, "{said}");
}

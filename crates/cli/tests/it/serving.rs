//! The real binary, and servers of it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// The binary with these settings and no others, in an empty folder.
pub(crate) fn grow(folder: &TempDir, settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grow"));
    command.env_clear().envs(settings.iter().copied()).current_dir(folder.path()).stdin(Stdio::null());
    command
}

pub(crate) fn ask(arguments: &[&str], settings: &[(&str, &str)]) -> Output {
    grow(&tempfile::tempdir().unwrap(), settings).args(arguments).output().unwrap()
}

/// A running server that has logged its address.
pub(crate) struct Serving {
    pub(crate) process: Child,
    pub(crate) address: String,
    pub(crate) said: String,
    pub(crate) log: BufReader<std::process::ChildStderr>,
    pub(crate) folder: TempDir,
}

impl Serving {
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    pub(crate) fn start_with(settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = grow(&folder, settings);
        command.env("GROW_LISTEN", "127.0.0.1:0").arg("serve");
        Self::wait_for(command, folder)
    }

    /// Starts it with these soft and hard limits of open files.
    pub(crate) fn start_with_files(soft: usize, hard: usize) -> Self {
        Self::start_after(tempfile::tempdir().unwrap(), &format!("ulimit -S -n {soft} && ulimit -H -n {hard}"))
    }

    /// Starts it from a shell after the command `before`.
    pub(crate) fn start_after(folder: TempDir, before: &str) -> Self {
        let mut command = Command::new("/bin/sh");
        let serve = format!("{before} && exec \"$0\" serve");
        command.args(["-c", &serve, env!("CARGO_BIN_EXE_grow")]);
        command.env_clear().env("GROW_LISTEN", "127.0.0.1:0").current_dir(folder.path()).stdin(Stdio::null());
        Self::wait_for(command, folder)
    }

    pub(crate) fn wait_for(mut command: Command, folder: TempDir) -> Self {
        let mut process = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(process.stderr.take().unwrap());
        let mut said = String::new();
        while !said.contains("Grow is at http") {
            assert_ne!(log.read_line(&mut said).unwrap(), 0, "it ended before it served");
        }
        let (_, rest) = said.split_once(r#""address":""#).unwrap();
        let address = rest.split('"').next().unwrap().to_owned();
        Self { process, address, said, log, folder }
    }

    /// The whole response to a GET request with additional header lines.
    pub(crate) fn get(&self, path: &str, head: &str) -> String {
        self.get_from("127.0.0.1", path, head)
    }

    /// The same, from another local address.
    pub(crate) fn get_from(&self, own: &str, path: &str, head: &str) -> String {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let connect = async {
            let socket = tokio::net::TcpSocket::new_v4().unwrap();
            socket.bind(format!("{own}:0").parse().unwrap()).unwrap();
            socket.connect(self.address.parse().unwrap()).await.unwrap().into_std().unwrap()
        };
        let mut connection = runtime.block_on(connect);
        connection.set_nonblocking(false).unwrap();
        let host = &self.address;
        write!(connection, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{head}\r\n").unwrap();
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        answer
    }

    pub(crate) fn ask_to_end(&self) {
        let status = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// The exit code, and all that was logged.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        self.log.read_to_string(&mut self.said).unwrap();
        (self.process.wait().unwrap().code(), std::mem::take(&mut self.said))
    }
}

/// Ends the server also when a test fails.
impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

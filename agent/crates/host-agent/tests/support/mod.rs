//! A server that answers as each test tells it, and a host with made-up drives and programs.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;

/// One request as it arrived, its body unpacked.
#[derive(Debug, Clone)]
pub struct Request {
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub body: Value,
}

impl Request {
    pub fn event_ids(&self) -> Vec<String> {
        self.events()
            .iter()
            .map(|event| event["id"].as_str().unwrap().to_owned())
            .collect()
    }

    pub fn events(&self) -> Vec<Value> {
        self.body["events"].as_array().cloned().unwrap_or_default()
    }
}

pub enum Reply {
    Json(u16, Value),
    RetryAfter(u16, u64),
    /// The connection ends without an answer.
    Lost,
    /// Asked again in a moment, as a long poll that has nothing to say yet.
    Later,
}

pub type Answer = dyn Fn(usize, &Request) -> Reply + Send + Sync;

pub struct TestServer {
    pub url: String,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl TestServer {
    /// Answers with what `answer` gives for the number (from 0) and content of each request.
    pub async fn start(answer: impl Fn(usize, &Request) -> Reply + Send + Sync + 'static) -> Self {
        Self::start_at("127.0.0.1:0", answer).await
    }

    /// The same at an address.
    pub async fn start_at(
        address: &str,
        answer: impl Fn(usize, &Request) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (log, answer): (_, Arc<Answer>) = (Arc::clone(&requests), Arc::new(answer));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve_stream(stream, Arc::clone(&log), Arc::clone(&answer)));
            }
        });
        Self { url, requests }
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }

    pub fn reports(&self) -> Vec<Request> {
        self.requests()
            .into_iter()
            .filter(|request| request.path.starts_with("/agent/v1/reports"))
            .collect()
    }

    pub fn events(&self) -> Vec<Value> {
        self.reports().iter().flat_map(Request::events).collect()
    }

    pub fn events_of(&self, kind: &str) -> Vec<Value> {
        self.events()
            .into_iter()
            .filter(|event| event["kind"] == kind)
            .collect()
    }

    /// Waits until a condition on what arrived holds.
    pub async fn until(&self, what: &str, condition: impl Fn(&Self) -> bool) {
        for _ in 0..1000 {
            if condition(self) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{what} did not happen; arrived: {:#?}", self.requests());
    }
}

pub fn taken(request: &Request) -> Reply {
    let accepted = request.events().len();
    Reply::Json(
        200,
        json!({"serverTimeMs": 1, "accepted": accepted, "refused": [], "nextReportAfterMs": 0}),
    )
}

pub fn error(status: u16, message: &str) -> Reply {
    Reply::Json(status, json!({"error": {"code": "x", "message": message}}))
}

/// Answers the requests of one connection.
pub async fn serve_stream(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    log: Arc<Mutex<Vec<Request>>>,
    answer: Arc<Answer>,
) {
    while let Some(request) = read_request(&mut stream).await {
        let number = {
            let mut log = log.lock().unwrap();
            log.push(request.clone());
            log.len() - 1
        };
        let mut reply = answer(number, &request);
        while matches!(reply, Reply::Later) {
            tokio::time::sleep(Duration::from_millis(10)).await;
            reply = answer(number, &request);
        }
        let (status, extra, body) = match reply {
            Reply::Json(status, body) => (status, String::new(), body.to_string()),
            Reply::RetryAfter(status, seconds) => {
                (status, format!("retry-after: {seconds}\r\n"), String::new())
            }
            Reply::Lost | Reply::Later => return,
        };
        let head = format!(
            "HTTP/1.1 {status} x\r\ncontent-length: {}\r\n{extra}\r\n",
            body.len()
        );
        if stream
            .write_all(format!("{head}{body}").as_bytes())
            .await
            .is_err()
        {
            return;
        }
    }
}

async fn read_request(stream: &mut (impl AsyncRead + Unpin)) -> Option<Request> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).ok()?;
    let mut lines = head.lines();
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let headers: BTreeMap<String, String> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let length = headers
        .get("content-length")
        .map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    if headers
        .get("content-encoding")
        .is_some_and(|encoding| encoding == "gzip")
    {
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(&body[..])
            .read_to_end(&mut plain)
            .unwrap();
        body = plain;
    }
    let body = if body.is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(&body).unwrap()
    };
    Some(Request { path, headers, body })
}

pub fn script(path: &Path, content: &str) -> PathBuf {
    std::fs::write(path, format!("#!/bin/sh\n{content}\n")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    path.to_owned()
}

/// A sysfs with drives of these names; the serial is the name in capitals.
pub fn sysfs(root: &Path, names: &[&str]) -> PathBuf {
    for name in names {
        add_drive(root, name);
    }
    std::fs::create_dir_all(root.join("class/nvme")).unwrap();
    root.to_owned()
}

pub fn add_drive(root: &Path, name: &str) {
    let directory = root.join("class/nvme").join(name);
    let files = [
        ("model", "Model".to_owned()),
        ("serial", name.to_uppercase()),
        ("firmware_rev", "F1".to_owned()),
        ("transport", "pcie".to_owned()),
        ("address", "0000:01:00.0".to_owned()),
        ("device/vendor", "0x8086".to_owned()),
        (&format!("{name}n1/nsid"), "1".to_owned()),
        (&format!("{name}n1/size"), "2048".to_owned()),
    ];
    for (file, content) in files {
        let path = directory.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
}

/// An nvme-cli that answers with a health log of 300 K, and stops in the middle for the drive named in the file `hung` beside it.
pub fn nvme_cli(directory: &Path) -> PathBuf {
    script(
        &directory.join("nvme"),
        r#"
        [ "$1" = version ] && { echo "nvme version 2.3 (git 2.3)"; exit 0; }
        [ "$2" = "$(cat "$(dirname "$0")/hung" 2>/dev/null)" ] && { kill -STOP $$; exec sleep 600; }
        case "$1" in
            smart-log) printf '\000\054\001'; head -c 509 /dev/zero ;;
            id-ctrl) head -c 4096 /dev/zero ;;
            id-ns) printf '\000\001'; head -c 126 /dev/zero; printf '\000\000\011\000'; head -c 3964 /dev/zero ;;
            get-feature) echo "get-feature:0x02 (Power Management), Current value:0x00000000" ;;
            *) exit 1 ;;
        esac"#,
    )
}

//! A server that answers as each test tells it.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use uuid::Uuid;

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
    /// A file.
    Bytes(Vec<u8>),
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
            Reply::Json(status, body) => (status, String::new(), body.to_string().into_bytes()),
            Reply::Bytes(body) => (200, String::new(), body),
            Reply::RetryAfter(status, seconds) => (status, format!("retry-after: {seconds}\r\n"), Vec::new()),
            Reply::Lost | Reply::Later => return,
        };
        let head = format!(
            "HTTP/1.1 {status} x\r\ncontent-length: {}\r\n{extra}\r\n",
            body.len()
        );
        if stream
            .write_all(&[head.as_bytes(), &body].concat())
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

/// Enrolls whoever asks, takes every report, and offers these commands.
pub fn obliging(request: &Request, offered: &[Value]) -> Reply {
    match request.path.split('?').next().unwrap() {
        "/agent/v1/enroll" => Reply::Json(
            200,
            json!({"hostId": Uuid::from_u128(1), "agentKey": "cpa_key", "serverTimeMs": 1}),
        ),
        "/agent/v1/commands" => Reply::Json(200, json!({"serverTimeMs": 1, "commands": offered})),
        _ => taken(request),
    }
}

//! What `crosspoint-agent status` says, and the small file by which the running agent tells it.

use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::link::identity::{is_running, read_identity};
use crate::link::spool::Pending;
use crate::runtime::clock::now_ms;
use crate::runtime::off_thread::InTurn;
use crate::runtime::trouble::Trouble;

/// The size of the file, as long as it has no more to say.
const FILE_BYTES: usize = 4096;
/// Nothing waits longer for a disk that hangs.
const WRITE_LIMIT: Duration = Duration::from_secs(1);
/// The time of the last report is written at most this often.
const REFRESH_INTERVAL: Duration = Duration::from_secs(30);

/// How it stands between the agent and the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Link {
    /// The last report was taken.
    Connected,
    /// No answer, or "later".
    Unreachable,
    /// The server does not know the key.
    KeyRefused,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LinkState {
    link: Link,
    since_ms: u64,
    detail: String,
    last_report_ms: Option<u64>,
    #[serde(default)]
    pending: Pending,
    /// Why the command journal cannot be written.
    #[serde(default)]
    journal_trouble: Option<String>,
}

/// Writes the state of the link where [`describe`] finds it.
pub struct LinkFile {
    path: PathBuf,
    file: InTurn,
    journal: Trouble,
    state: Option<LinkState>,
    written: Option<Instant>,
}

impl LinkFile {
    /// The file of this state directory.
    #[must_use]
    pub fn new(state_directory: &Path) -> Self {
        Self {
            path: link_path(state_directory),
            file: InTurn::default(),
            journal: Trouble::default(),
            state: None,
            written: None,
        }
    }

    /// Tells of this journal too.
    #[must_use]
    pub fn telling(self, journal: Trouble) -> Self {
        Self { journal, ..self }
    }

    /// A report was taken, and so much is left.
    pub async fn connected(&mut self, pending: Pending) {
        if self.change(Link::Connected, "", pending) {
            tracing::info!("connected to the server");
        }
        let trouble = self.journal.reason();
        if let Some(state) = &mut self.state {
            state.last_report_ms = Some(now_ms());
            if state.journal_trouble != trouble {
                self.written = None;
            }
        }
        if self
            .written
            .is_none_or(|written| written.elapsed() > REFRESH_INTERVAL)
        {
            self.write().await;
        }
    }

    /// Reports are not taken, and why; so much waits.
    pub async fn is(&mut self, link: Link, detail: &str, pending: Pending) {
        self.change(link, detail, pending);
        self.write().await;
    }

    /// True if the link is another one now.
    fn change(&mut self, link: Link, detail: &str, pending: Pending) -> bool {
        if let Some(state) = self.state.as_mut().filter(|state| state.link == link) {
            detail.clone_into(&mut state.detail);
            state.pending = pending;
            return false;
        }
        let last_report_ms = self.state.take().and_then(|state| state.last_report_ms);
        self.state = Some(LinkState {
            link,
            since_ms: now_ms(),
            detail: detail.to_owned(),
            last_report_ms,
            pending,
            journal_trouble: None,
        });
        self.written = None;
        true
    }

    /// Only for a person's information: a failure to write is not worth more than a debug line.
    async fn write(&mut self) {
        self.written = Some(Instant::now());
        if let Some(state) = &mut self.state {
            state.journal_trouble = self.journal.reason();
        }
        let mut json = serde_json::to_vec_pretty(&self.state).unwrap_or_default();
        // Always as long, and in place: a disk that is full then takes it still, which is when it has most to say.
        let length = json.len().next_multiple_of(FILE_BYTES);
        json.resize(length, b' ');
        let path = self.path.clone();
        let written = self
            .file
            .run(WRITE_LIMIT, move || write_in_place(&path, &json))
            .await;
        if !matches!(written, Some(Ok(()))) {
            tracing::debug!(?written, "the state of the link could not be written");
        }
    }
}

fn write_in_place(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    file.write_all_at(content, 0)?;
    file.set_len(content.len() as u64)
}

/// Why the running agent cannot write its command journal; `None` if it can, or does not run.
#[must_use]
pub fn journal_trouble(state_directory: &Path) -> Option<String> {
    let state = std::fs::read(link_path(state_directory)).ok()?;
    let state: LinkState = serde_json::from_slice(&state).ok()?;
    state.journal_trouble.filter(|_| is_running(state_directory))
}

/// The state of the agent in words, for a person. The running agent is not disturbed.
///
/// # Errors
/// If the state directory cannot be read.
pub fn describe(state_directory: &Path) -> anyhow::Result<String> {
    let identity = read_identity(state_directory)?;
    let Some(enrollment) = identity.and_then(|identity| identity.enrollment) else {
        return Ok(format!(
            "Not enrolled (state directory {}).\nAdd the host in the browser under Hosts and run the command shown there.\n",
            state_directory.display()
        ));
    };
    let mut text = format!(
        "Enrolled with {} as host {}.\n",
        enrollment.server, enrollment.host_id
    );
    if !is_running(state_directory) {
        text += "The agent is not running: systemctl start crosspoint-agent. Its last state:\n";
    }
    let state = std::fs::read(link_path(state_directory)).ok();
    match state.and_then(|bytes| serde_json::from_slice::<LinkState>(&bytes).ok()) {
        Some(state) => {
            text += &describe_link(&state);
            text += &describe_pending(&state.pending, state_directory);
            if let Some(reason) = state.journal_trouble {
                text += &format!(
                    "The command journal cannot be written: {reason}. Commands are declined until it can.\n"
                );
            }
        }
        None => text += "No report sent yet.\n",
    }
    let spool_bytes = directory_bytes(&state_directory.join("spool"));
    text += &format!("Spool: {:.1} MB on disk.\n", spool_bytes as f64 / 1e6);
    Ok(text)
}

fn describe_link(state: &LinkState) -> String {
    let ago = |time_ms: u64| {
        let seconds = Duration::from_millis(now_ms().saturating_sub(time_ms)).as_secs();
        humantime::format_duration(Duration::from_secs(seconds)).to_string()
    };
    let since = ago(state.since_ms);
    let last = state
        .last_report_ms
        .map_or_else(|| "never".to_owned(), |time_ms| format!("{} ago", ago(time_ms)));
    let kept = "Events are kept on disk";
    match state.link {
        Link::Connected => format!("Connected for {since}; last report {last}.\n"),
        Link::Unreachable => format!(
            "The server has not accepted reports for {since}: {}. Last report {last}. {kept}.\n",
            state.detail
        ),
        Link::KeyRefused => format!(
            "The server has rejected this host's key for {since}: {}. {kept}; enroll the host again if it was removed or its key revoked.\n",
            state.detail
        ),
    }
}

fn describe_pending(pending: &Pending, state_directory: &Path) -> String {
    let mut text = format!("Waiting to be sent: {} results", pending.results);
    if pending.seconds > 0 {
        text += &format!(", {} seconds of runs", pending.seconds);
    }
    text += &format!(", {} samples.\n", pending.samples);
    if pending.events_dropped > 0 {
        text += &format!(
            "Dropped for lack of space since installation: {} events, oldest samples first. spool_size sets the limit.\n",
            pending.events_dropped
        );
    }
    if pending.events_damaged > 0 {
        text += &format!(
            "Damaged on this host's disk since installation: {} events; check the disk. Their bytes are in {}.\n",
            pending.events_damaged,
            state_directory.join("spool/damaged").display()
        );
    }
    if pending.events_refused > 0 {
        text += &format!(
            "Refused by the server since installation: {} events; each with its reason in {}.\n",
            pending.events_refused,
            state_directory.join("refused.jsonl").display()
        );
    }
    text
}

/// Size of all files below a directory.
pub(crate) fn directory_bytes(directory: &Path) -> u64 {
    let Ok(entries) = directory.read_dir() else {
        return 0;
    };
    entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let metadata = entry.metadata().ok()?;
            Some(if metadata.is_dir() {
                directory_bytes(&entry.path())
            } else {
                metadata.len()
            })
        })
        .sum()
}

fn link_path(state_directory: &Path) -> PathBuf {
    state_directory.join("link.json")
}

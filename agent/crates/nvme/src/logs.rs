//! What counts up in a drive beyond its health log: errors, self-tests, and what it counts of its medium. Each log is read by
//! itself: one that is refused, too short or garbage is named with its reason, and says nothing of the others.
//!
//! At most five children of nvme-cli for one drive. Nothing is asked that the drive does not claim to have, or is not known
//! to answer.

use std::future::Future;

use crate::decode::media::{MediaCounters, intel_media, ocp_media};
use crate::decode::{
    ERROR_LOG_ENTRY_BYTES, ErrorLogEntry, IdentifyController, SELF_TEST_LOG_BYTES, SUPPORTED_LOG_BYTES,
    SelfTestLog, SelfTestResult, SmartLog, Supported, vendor,
};
use crate::details::{ERROR_LOG_ENTRIES_MAX, log_page};
use crate::drive::DriveReader;
use crate::model::vendor_knowledge;
use crate::problem::{Problem, ProblemKind};

/// A log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogName {
    /// 02h, as far as the others need it.
    Smart,
    /// 01h.
    Errors,
    /// 06h.
    SelfTests,
    /// C0h.
    Ocp,
    /// CAh.
    Intel,
}

/// See the module. A log that the drive does not have is absent, and not unread.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Logs {
    /// Health, read beside the others.
    pub smart: Option<SmartLog>,
    /// The newest first.
    pub errors: Option<Vec<ErrorLogEntry>>,
    /// The newest first.
    pub self_tests: Option<Vec<SelfTestResult>>,
    /// What it counts of its medium, and by which log.
    pub media: Option<(LogName, MediaCounters)>,
    /// What could not be read, and why.
    pub unread: Vec<(LogName, String)>,
    is_silent: bool,
}

impl Logs {
    /// Reads one drive. Of a drive that stops answering no more is asked.
    pub async fn read(reader: &DriveReader, controller: &IdentifyController) -> Self {
        let mut logs = Self::default();
        logs.smart = logs.take(LogName::Smart, reader.smart_log()).await;
        logs.errors = logs.take(LogName::Errors, read_errors(reader, controller)).await;
        if controller.capabilities.self_test {
            let tests = reader.log(log_page::SELF_TEST, SELF_TEST_LOG_BYTES, SelfTestLog::decode);
            logs.self_tests = logs.take(LogName::SelfTests, tests).await.map(|log| log.results);
        }
        logs.read_media(reader, controller).await;
        logs
    }

    async fn read_media(&mut self, reader: &DriveReader, controller: &IdentifyController) {
        if vendor_knowledge(controller).intel_additional_smart {
            let page = log_page::INTEL_ADDITIONAL_SMART;
            let log = reader.log(page, vendor::VENDOR_LOG_BYTES, intel_media);
            let media = self.take(LogName::Intel, log).await;
            self.media = media.map(|media| (LogName::Intel, media));
        } else if controller.capabilities.lists_logs_and_features {
            let list = reader.log(log_page::SUPPORTED_LOGS, SUPPORTED_LOG_BYTES, Supported::decode);
            let supported = self.take(LogName::Ocp, list).await;
            if supported.is_some_and(|logs| logs.has(log_page::OCP_EXTENDED_SMART)) {
                let page = log_page::OCP_EXTENDED_SMART;
                let log = reader.log(page, vendor::VENDOR_LOG_BYTES, ocp_media);
                let media = self.take(LogName::Ocp, log).await;
                self.media = media.map(|media| (LogName::Ocp, media));
            }
        }
    }

    /// What a log says; or why it does not.
    async fn take<T>(&mut self, log: LogName, answer: impl Future<Output = Result<T, Problem>>) -> Option<T> {
        if self.is_silent {
            let reason = "not asked for: the drive did not answer before".to_owned();
            self.unread.push((log, reason));
            return None;
        }
        match answer.await {
            Ok(read) => Some(read),
            Err(problem) => {
                self.is_silent = !matches!(
                    problem.kind,
                    ProblemKind::CommandFailed | ProblemKind::MalformedData
                );
                self.unread.push((log, problem.detail));
                None
            }
        }
    }
}

async fn read_errors(
    reader: &DriveReader,
    controller: &IdentifyController,
) -> Result<Vec<ErrorLogEntry>, Problem> {
    let most = controller
        .capabilities
        .error_log_entries
        .min(ERROR_LOG_ENTRIES_MAX);
    let bytes = usize::from(most) * ERROR_LOG_ENTRY_BYTES;
    reader
        .log(log_page::ERROR, bytes, ErrorLogEntry::decode_all)
        .await
}

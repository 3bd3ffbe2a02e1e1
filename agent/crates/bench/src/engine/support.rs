//! Making the engine that was chosen, after finding out whether kernel, driver and drive can do it: a run that measures
//! something else than was asked for is worse than none.

mod transfers;

use super::kernel::{
    HandOff, Namespace, Passthrough, Ring, RingOptions, SetupError, Sync, can_submit_without_blocking,
    identify_format,
};
use super::{Choice, Completion, Engine, Kind, NullEngine, Outcome, Wait};
use crate::host::{BlockDevice, Host, attribute};
use crate::node;
use crate::operation::{Direction, Operation};
use crate::target::Target;
use crate::workload::{ThreadPlan, Workload};
use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use transfers::{check_format, check_size};

/// How long the operation may take that tries an engine out.
const TRIAL_MAX: Duration = Duration::from_secs(60);

const HANDED_OFF: &str = "the target's driver cannot take operations without blocking: a worker thread of the kernel does, \
                          and its wake-up is in every latency";

/// An engine that can be made for each thread.
#[derive(Debug)]
pub struct Support<'a> {
    choice: Choice,
    target: &'a Target,
    /// The namespace's generic device, for passthrough.
    generic: Option<(File, Namespace)>,
    /// The kernel gives each operation to a worker thread, and where.
    hand_off: Option<HandOff>,
}

fn unsupported(what: impl Into<String>, remedy: impl Into<String>) -> SetupError {
    SetupError::Unsupported {
        what: what.into(),
        remedy: remedy.into(),
        errno: None,
    }
}

impl<'a> Support<'a> {
    /// Finds out whether `choice` can carry `workload` to `target`.
    pub fn find(
        choice: Choice,
        target: &'a Target,
        workload: &Workload,
        host: &Host,
    ) -> Result<Self, SetupError> {
        if let Some(contradiction) = choice.contradiction() {
            return Err(unsupported(contradiction, "leave the option out"));
        }
        if choice.kind == Kind::Sync
            && workload
                .streams()
                .iter()
                .any(|stream| stream.depth_per_thread_max() > 1)
        {
            return Err(unsupported(
                "preadv2 and pwritev2 return when the operation is done: a thread has one in flight",
                "give --qd 1, and --threads for more",
            ));
        }
        if choice.poll {
            check_polling(target, host)?;
        }
        let generic = match choice.kind {
            Kind::Passthrough => Some(open_generic(target, workload, host)?),
            Kind::IoUring | Kind::Sync | Kind::Null => None,
        };
        let handed_off = choice.kind == Kind::IoUring
            && !can_submit_without_blocking(target.file(), target.logical_block_bytes());
        Ok(Support {
            choice,
            target,
            generic,
            hand_off: handed_off.then_some(HandOff::Beside),
        })
    }

    /// If operations are handed off, the kernel's worker threads may use these processors instead of those that measure.
    /// For a load that keeps both sides busy: waking an idle processor for each operation costs more than it brings.
    pub fn hand_off_to(&mut self, cpus: Vec<usize>) {
        if self.hand_off.is_some() && !self.choice.sqpoll && !cpus.is_empty() {
            self.hand_off = Some(HandOff::Elsewhere(cpus));
        }
    }

    /// The choice.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    /// What the engine runs with, besides what it says itself.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = vec![self.choice.to_string()];
        flags.extend(self.hand_off.iter().map(|hand_off| match hand_off {
            HandOff::Beside => "handed-off".to_owned(),
            HandOff::Elsewhere(_) => "handed-off-elsewhere".to_owned(),
        }));
        flags
    }

    /// What makes the engine's figures doubtful.
    pub fn warnings(&self) -> Vec<String> {
        self.hand_off.iter().map(|_| HANDED_OFF.to_owned()).collect()
    }

    /// io_uring for one thread.
    pub fn ring(&self, plan: &ThreadPlan) -> Result<(Ring, Vec<String>), SetupError> {
        let mut ring = Ring::new(
            self.target.file(),
            plan.depth,
            plan.block_bytes_max,
            self.ring_options(),
            self.hand_off.as_ref(),
        )?;
        self.try_out(&mut ring, plan)?;
        let flags = ring.flags().to_owned();
        Ok((ring, flags))
    }

    /// Passthrough for one thread.
    pub fn passthrough(&self, plan: &ThreadPlan) -> Result<(Passthrough, Vec<String>), SetupError> {
        let (file, namespace) = self
            .generic
            .as_ref()
            .expect("the generic device was opened for this engine");
        let mut ring = Passthrough::new(
            file,
            *namespace,
            plan.depth,
            plan.block_bytes_max,
            self.ring_options(),
        )?;
        self.try_out(&mut ring, plan)?;
        let flags = ring.flags().to_owned();
        Ok((ring, flags))
    }

    /// `preadv2` for one thread.
    pub fn sync(&self, plan: &ThreadPlan) -> Result<(Sync<'_>, Vec<String>), SetupError> {
        let mut calls = Sync::new(
            self.target.file(),
            plan.depth,
            plan.block_bytes_max,
            self.choice.poll,
        )?;
        self.try_out(&mut calls, plan)?;
        Ok((calls, Vec::new()))
    }

    /// The null engine for one thread.
    pub fn null(plan: &ThreadPlan) -> (NullEngine, Vec<String>) {
        (NullEngine::new(plan.depth, plan.block_bytes_max), Vec::new())
    }

    fn ring_options(&self) -> RingOptions {
        RingOptions {
            poll: self.choice.poll,
            sqpoll: self.choice.sqpoll,
        }
    }

    /// Reads one block. What fails at its first operation with "not supported" cannot do what was asked for; any other
    /// error is the target's, and for the run to tell.
    fn try_out(&self, engine: &mut impl Engine, plan: &ThreadPlan) -> Result<(), SetupError> {
        let operation = Operation {
            direction: Direction::Read,
            length: self.target.logical_block_bytes().min(plan.block_bytes_max),
            offset: plan.region.start,
        };
        engine.prepare(0, operation);
        let began = Instant::now();
        let mut completions: Vec<Completion> = Vec::new();
        while completions.is_empty() {
            let wait = Wait {
                completions: 1,
                at_most: Duration::from_millis(100),
            };
            let failed = |source| SetupError::Failed {
                step: "try the engine out",
                source,
            };
            engine.submit(wait).map_err(failed)?;
            engine.reap(&mut completions);
            if began.elapsed() > TRIAL_MAX {
                return Err(unsupported(
                    format!(
                        "{} did not answer a read within {} s",
                        self.target.path().display(),
                        TRIAL_MAX.as_secs()
                    ),
                    "the drive or its driver hangs: look at the kernel's log (dmesg)",
                ));
            }
        }
        match completions[0].outcome {
            Outcome::Errno(errno) if is_refusal(errno.into()) => Err(SetupError::Unsupported {
                what: format!(
                    "{} refuses {}",
                    self.target.path().display(),
                    self.choice
                ),
                remedy: "choose another --engine, or leave out --poll; passthrough needs the right to send commands (root)".into(),
                errno: Some(errno.into()),
            }),
            _ => Ok(()),
        }
    }
}

fn is_refusal(errno: i32) -> bool {
    matches!(
        errno,
        libc::EOPNOTSUPP | libc::EINVAL | libc::ENOTTY | libc::ENOSYS | libc::EPERM | libc::EACCES
    )
}

/// Whether the queues of the target's device can be polled.
fn check_polling(target: &Target, host: &Host) -> Result<(), SetupError> {
    let queue = target
        .device()
        .and_then(BlockDevice::disk_directory)
        .map(|disk| disk.join("queue/io_poll"));
    if queue.and_then(|path| attribute(&path)).as_deref() == Some("1") {
        return Ok(());
    }
    let is_nvme = target
        .device()
        .is_some_and(|device| device.name.starts_with("nvme"));
    if !is_nvme {
        return Err(unsupported(
            format!(
                "the driver of {} has no queues that can be polled",
                target.path().display()
            ),
            "measure it by interrupt: leave out --poll",
        ));
    }
    let now = attribute(&host.sys.join("module/nvme/parameters/poll_queues")).unwrap_or_else(|| "0".into());
    Err(unsupported(
        format!(
            "{} has no queues that can be polled (the driver's poll_queues is {now})",
            target.path().display()
        ),
        "boot with the kernel parameter nvme.poll_queues=N, one for each processor that measures, or reload the module with \
         it (modprobe nvme poll_queues=N); or leave out --poll",
    ))
}

/// Whether an engine can be used on a target, as far as can be told without using it.
#[derive(Debug)]
pub struct Possibility {
    /// The engine.
    pub choice: Choice,
    /// Why it cannot be used, and what to do.
    pub obstacle: Option<String>,
    /// What there is to know about its figures.
    pub note: Option<String>,
}

/// What engines there are for `target`.
pub fn possibilities(target: &Target, host: &Host) -> Vec<Possibility> {
    let choice = |kind, poll| Choice {
        kind,
        poll,
        sqpoll: false,
    };
    let obstacle =
        |found: Result<(), SetupError>| found.err().map(|error| format!("{error}; {}", error.remedy()));
    let polling = || check_polling(target, host);
    let generic = || find_generic(target, host).map(drop);
    let handed_off = !can_submit_without_blocking(target.file(), target.logical_block_bytes());
    [
        (choice(Kind::IoUring, false), Ok(())),
        (choice(Kind::IoUring, true), polling()),
        (choice(Kind::Passthrough, false), generic()),
        (
            choice(Kind::Passthrough, true),
            generic().and_then(|()| polling()),
        ),
        (choice(Kind::Sync, false), Ok(())),
        (choice(Kind::Sync, true), polling()),
    ]
    .into_iter()
    .map(|(choice, found)| Possibility {
        choice,
        obstacle: obstacle(found),
        note: (handed_off && choice.kind == Kind::IoUring).then(|| HANDED_OFF.to_owned()),
    })
    .collect()
}

/// The path of the generic device of the target's namespace, and the namespace.
fn find_generic(target: &Target, host: &Host) -> Result<(PathBuf, Namespace), SetupError> {
    let no_namespace = || {
        unsupported(
            format!("{} is no NVMe namespace", target.path().display()),
            "passthrough needs the block device of a whole namespace, such as /dev/nvme0n1",
        )
    };
    let device = target
        .device()
        .filter(|device| !device.is_partition())
        .ok_or_else(no_namespace)?;
    let suffix = device.name.strip_prefix("nvme").ok_or_else(no_namespace)?;
    let id = device
        .attribute("nsid")
        .and_then(|nsid| nsid.parse().ok())
        .ok_or_else(no_namespace)?;
    if node::generic_number(device, host).is_none() {
        return Err(unsupported(
            format!("the kernel has no generic device for {}", target.path().display()),
            "it needs Linux 5.19 or later, and no native multipath (nvme_core.multipath=0)",
        ));
    }
    let namespace = Namespace {
        id,
        logical_block_bytes: target.logical_block_bytes(),
    };
    Ok((PathBuf::from(format!("/dev/ng{suffix}")), namespace))
}

/// Opens the generic device of the target's namespace. The guard's exclusive hold on the block device stays: the two are
/// one namespace, which is made sure of by what was opened, not by its name.
fn open_generic(target: &Target, workload: &Workload, host: &Host) -> Result<(File, Namespace), SetupError> {
    let (path, namespace) = find_generic(target, host)?;
    let file = OpenOptions::new()
        .read(true)
        .write(workload.directions().write)
        .custom_flags(libc::O_NOFOLLOW)
        .open(&path)
        .map_err(|source| SetupError::Unsupported {
            errno: source.raw_os_error(),
            what: format!("{} cannot be opened: {source}", path.display()),
            remedy: "run it as root".into(),
        })?;
    node::check_generic(&file, target.file(), host).map_err(|error| {
        unsupported(
            format!(
                "{} is not the generic device of {}: {error}",
                path.display(),
                target.path().display()
            ),
            "devices were exchanged meanwhile, or somebody made this node: look at /dev and try again",
        )
    })?;
    if let Some(device) = target.device() {
        check_format(device, namespace.logical_block_bytes, || {
            identify_format(&file, namespace)
        })?;
        check_size(device, workload)?;
    }
    Ok((file, namespace))
}

//! Making the engine that was chosen, after finding out whether kernel, driver and drive can do it: a run that measures
//! something else than was asked for is worse than none.

mod generic;
mod hand_off;
mod polling;
mod possibilities;
mod transfers;
mod trial;
mod unsupported;

pub use possibilities::{Possibility, possibilities};

use super::kernel::{Namespace, Nop, Passthrough, Ring, RingOptions, SetupError, Sync};
use super::{Choice, Kind, NullEngine};
use crate::host::Host;
use crate::target::Target;
use crate::workload::{ThreadPlan, Workload};
use generic::open_generic;
use hand_off::{HANDED_OFF, is_handed_off};
use polling::check_polling;
use std::fs::File;
use trial::try_out;
use unsupported::unsupported;

/// An engine that can be made for each thread.
#[derive(Debug)]
pub struct Support<'a> {
    choice: Choice,
    target: &'a Target,
    /// The namespace's generic device, for passthrough.
    generic: Option<(File, Namespace)>,
    /// The kernel gives each operation to a worker thread.
    handed_off: bool,
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
                "preadv2 and pwritev2 return when the operation is done, so a thread has one in flight",
                "use --qd 1, and --threads for more",
            ));
        }
        if choice.poll {
            check_polling(target, host)?;
        }
        let generic = match choice.kind {
            Kind::Passthrough => Some(open_generic(target, workload, host)?),
            Kind::IoUring | Kind::Sync | Kind::Nop | Kind::Null => None,
        };
        let handed_off = choice.kind == Kind::IoUring && is_handed_off(target);
        Ok(Support {
            choice,
            target,
            generic,
            handed_off,
        })
    }

    /// The choice.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    /// What the engine runs with, besides what it says itself.
    pub fn flags(&self) -> Vec<String> {
        let mut flags = vec![self.choice.to_string()];
        if self.handed_off {
            flags.push("handed-off".to_owned());
        }
        flags
    }

    /// What makes the engine's figures doubtful.
    pub fn warnings(&self) -> Vec<String> {
        self.handed_off
            .then(|| HANDED_OFF.to_owned())
            .into_iter()
            .collect()
    }

    /// io_uring for one thread.
    pub fn ring(&self, plan: &ThreadPlan) -> Result<(Ring, Vec<String>), SetupError> {
        let mut ring = Ring::new(
            self.target.file(),
            plan.depth,
            plan.block_bytes_max,
            ring_options(self.choice),
            self.handed_off,
        )?;
        try_out(&mut ring, plan, self.target, self.choice)?;
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
            ring_options(self.choice),
        )?;
        try_out(&mut ring, plan, self.target, self.choice)?;
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
        try_out(&mut calls, plan, self.target, self.choice)?;
        Ok((calls, Vec::new()))
    }

    /// A ring without a target for one thread.
    pub fn nop(choice: Choice, plan: &ThreadPlan) -> Result<(Nop, Vec<String>), SetupError> {
        if let Some(contradiction) = choice.contradiction() {
            return Err(unsupported(contradiction, "leave the option out"));
        }
        let ring = Nop::new(plan.depth, plan.block_bytes_max, ring_options(choice))?;
        let flags = ring.flags().to_owned();
        Ok((ring, flags))
    }

    /// The null engine for one thread.
    pub fn null(plan: &ThreadPlan) -> (NullEngine, Vec<String>) {
        (NullEngine::new(plan.depth, plan.block_bytes_max), Vec::new())
    }
}

fn ring_options(choice: Choice) -> RingOptions {
    RingOptions {
        poll: choice.poll,
        sqpoll: choice.sqpoll,
    }
}

//! Other formats: for what a run measured, made from the lines of [`output`](crate::output), each second as it
//! comes, so that an export costs no memory and a run that is cut short leaves what it had; and for the load itself.

pub mod csv;
pub mod fio_job;
pub mod hlog;

#[cfg(test)]
mod testing;

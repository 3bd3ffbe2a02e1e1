//! A server that answers as each test tells it, and a host with made-up drives and programs.
#![allow(dead_code, unused_imports, reason = "each test uses a part of it")]

mod machine;
mod server;

pub use machine::{agent, machine, nvme_replay, plug, script, uring_bench};
pub use server::{Reply, Request, TestServer, error, obliging, serve_stream, taken};

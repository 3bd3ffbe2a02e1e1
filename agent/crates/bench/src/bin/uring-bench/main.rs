//! `uring-bench`: measures a drive or a file, see `uring-bench help`.

mod cli;
mod examine;
mod measure;
mod output;
mod plan;
mod prepare;
mod search;
mod signals;
mod stop;

use clap::{CommandFactory, Parser};
use cli::{Cli, Command};
use std::process::ExitCode;

/// Exit codes, as `cli::EXIT_CODES` documents them.
mod exit {
    /// All went well; for `guard`: it may be written.
    pub const GOOD: u8 = 0;
    /// Figures are incomplete: the run ended early or operations failed.
    pub const INCOMPLETE: u8 = 1;
    /// Wrong usage, also what clap exits with.
    pub const USAGE: u8 = 2;
    /// The guard refuses to write.
    pub const REFUSED: u8 = 3;
    /// The target cannot be used.
    pub const TARGET: u8 = 4;
    /// The engine cannot be set up.
    pub const ENGINE: u8 = 5;
}

fn main() -> ExitCode {
    let code = match Cli::parse().command {
        Command::Run(arguments) => measure::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::FioJob(arguments) => plan::fio_job(&arguments),
        Command::Guard(arguments) => examine::guard(&arguments),
        Command::Info(arguments) => examine::info(&arguments),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "uring-bench", &mut std::io::stdout());
            exit::GOOD
        }
    };
    ExitCode::from(code)
}

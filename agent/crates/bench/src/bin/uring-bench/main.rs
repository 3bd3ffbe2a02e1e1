//! `uring-bench`: measures a drive or a file, see `uring-bench help`.

mod cli;
mod examine;
mod exit;
mod fio_job;
mod measure;
mod measurement;
mod output;
mod plan;
mod prepare;
mod run;
mod search;
mod signals;
mod stop;

use clap::{CommandFactory, Parser};
use cli::{Cli, Command};
use std::process::ExitCode;

fn main() -> ExitCode {
    let code = match Cli::parse().command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::FioJob(arguments) => fio_job::fio_job(&arguments),
        Command::Guard(arguments) => examine::guard(&arguments),
        Command::Info(arguments) => examine::info(&arguments),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "uring-bench", &mut std::io::stdout());
            exit::GOOD
        }
    };
    ExitCode::from(code)
}

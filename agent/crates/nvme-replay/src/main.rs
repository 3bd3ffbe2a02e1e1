//! `nvme-replay` makes a [`Machine`]; called by the name `nvme` it is that machine's nvme-cli.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::thread;

use crosspoint_nvme_replay::{HostShape, Machine, ReplayError};

const USAGE: &str = "nvme-replay host DIR [CPUS [NODES [GOVERNOR]]]   make a host without drives
nvme-replay plug DIR PROFILE [CHANGES]           plug a drive in, with TOML put over its profile
nvme-replay change DIR NAME CHANGES              change what a drive says
nvme-replay unplug DIR NAME                      pull a drive out
DIR/nvme COMMAND …                               be the nvme-cli of that host";

fn main() -> ExitCode {
    let mut arguments = env::args();
    let program = arguments.next().unwrap_or_default();
    let arguments: Vec<String> = arguments.collect();
    let program = Path::new(&program);
    if program.file_name().is_some_and(|name| name == "nvme") {
        return be_nvme_cli(program.parent().unwrap_or(program), &arguments);
    }
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match make(&words) {
        Ok(said) => {
            println!("{said}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("nvme-replay: {error}");
            ExitCode::FAILURE
        }
    }
}

fn make(words: &[&str]) -> Result<String, ReplayError> {
    match words {
        ["host", root, shape @ ..] => make_host(root, shape),
        ["plug", root, profile] => Machine::at(*root).plug(profile, ""),
        ["plug", root, profile, changes] => Machine::at(*root).plug(profile, changes),
        ["change", root, name, changes] => Machine::at(*root).change(name, changes).map(|()| String::new()),
        ["unplug", root, name] => Machine::at(*root).unplug(name).map(|()| String::new()),
        _ => Ok(USAGE.to_owned()),
    }
}

fn make_host(root: &str, shape: &[&str]) -> Result<String, ReplayError> {
    let default = HostShape::default();
    let number = |at: usize, default| {
        shape
            .get(at)
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let shape = HostShape {
        cpus: number(0, default.cpus),
        nodes: number(1, default.nodes),
        governor: shape.get(2).map_or(default.governor, |text| (*text).to_owned()),
    };
    let machine = Machine::create(root, &shape)?;
    let this = env::current_exe().map_err(|source| ReplayError::Io {
        path: "nvme-replay".into(),
        source,
    })?;
    let program = machine.install_nvme(&this)?;
    Ok(program.display().to_string())
}

fn be_nvme_cli(root: &Path, arguments: &[String]) -> ExitCode {
    let Some(answer) = Machine::at(root).nvme(arguments) else {
        // Stopped in the middle, it answers to nothing but SIGKILL: the nearest there is to an uninterruptible sleep.
        let stop = Command::new("kill")
            .args(["-STOP", &std::process::id().to_string()])
            .status();
        drop(stop);
        loop {
            thread::park();
        }
    };
    // A reader that is gone does not want the answer.
    let _ = std::io::stdout().write_all(&answer.stdout);
    eprint!("{}", answer.stderr);
    ExitCode::from(answer.exit_code)
}

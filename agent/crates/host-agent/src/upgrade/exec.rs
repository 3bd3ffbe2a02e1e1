//! Becoming another program, or staying this one unchanged.

use nix::unistd::execve;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::iter::once;
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

/// Becomes the program of this command; returns only the error for which that could not be.
///
/// Not `CommandExt::exec`: where that fails it has given SIGPIPE its default back, and an agent that goes on would be ended by
/// the next write to a pipe that nobody reads.
#[must_use]
pub fn exec(command: &Command) -> io::Error {
    match replace(command) {
        Err(error) => error,
        Ok(never) => match never {},
    }
}

fn replace(command: &Command) -> io::Result<Infallible> {
    let program = word(command.get_program())?;
    let arguments = once(command.get_program()).chain(command.get_args());
    let arguments = arguments.map(word).collect::<io::Result<Vec<_>>>()?;
    Ok(execve(&program, &arguments, &environment(command)?)?)
}

/// This program's variables, changed as the command says.
fn environment(command: &Command) -> io::Result<Vec<CString>> {
    let mut variables: BTreeMap<OsString, OsString> = std::env::vars_os().collect();
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => variables.insert(name.into(), value.into()),
            None => variables.remove(name),
        };
    }
    let pair = |(mut name, value): (OsString, OsString)| {
        name.push("=");
        name.push(value);
        word(&name)
    };
    variables.into_iter().map(pair).collect()
}

fn word(text: &OsStr) -> io::Result<CString> {
    Ok(CString::new(text.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a write to a pipe that nobody reads is an error and no end.
    fn ignores_broken_pipes() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let ignored = status
            .lines()
            .find_map(|line| line.strip_prefix("SigIgn:"))
            .unwrap();
        let sigpipe = 1 << (nix::sys::signal::Signal::SIGPIPE as u64 - 1);
        u64::from_str_radix(ignored.trim(), 16).unwrap() & sigpipe != 0
    }

    #[test]
    fn what_cannot_become_another_program_stays_as_it_was() {
        assert!(ignores_broken_pipes());
        let error = exec(&Command::new("/nowhere/crosspoint-agent"));
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(ignores_broken_pipes());
    }

    #[test]
    fn a_program_gets_the_variables_that_are_set_and_none_that_is_removed() {
        let mut command = Command::new("/bin/true");
        command.env("CROSSPOINT_ONE", "1").env_remove("PATH");
        let words = environment(&command).unwrap();
        assert!(words.contains(&c"CROSSPOINT_ONE=1".to_owned()));
        assert!(!words.iter().any(|word| word.as_bytes().starts_with(b"PATH=")));
    }
}

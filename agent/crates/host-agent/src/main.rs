//! The program `crosspoint-agent`.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use crosspoint_agent::configuration::{CONFIGURATION, Options, STATE_DIRECTORY, Settings};
use crosspoint_agent::link::enroll::{Application, EnrollError, enroll, is_key_refused};
use crosspoint_agent::link::identity::{Enrollment, StateDirectory, read_identity};
use crosspoint_agent::link::server::{Server, SetUpError, Trust};
use crosspoint_agent::link::status;
use crosspoint_agent::runtime::hostname::hostname;
use crosspoint_agent::upgrade;
use crosspoint_agent::upgrade::installation::Installation;
use crosspoint_agent::upgrade::start::{Start, hand_over, start};
use crosspoint_agent::work::run::{Launch, launch};
use crosspoint_agent::{agent, doctor};
use tracing_subscriber::EnvFilter;

#[derive(Parser)]
#[command(
    name = "crosspoint-agent",
    version,
    about = "Reports this host's NVMe drives to Crosspoint and runs benchmarks on them"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Register this host with a server
    Enroll(NewHost),
    /// Report and take commands until stopped; registers first if --server and --token are given
    Run {
        /// Configuration file (TOML) with the same names as the options
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        #[command(flatten)]
        options: Box<Options>,
    },
    /// Show the state of the connection to the server
    Status {
        /// The agent's state directory
        #[arg(long, env = "CROSSPOINT_STATE_DIR", value_name = "DIR", default_value = STATE_DIRECTORY)]
        state_dir: PathBuf,
    },
    /// Check everything the agent needs and say how to fix what is wrong; exits with 1 if a check fails
    Doctor {
        /// Configuration file (TOML) [default: /etc/crosspoint/agent.toml if present]
        #[arg(long, value_name = "FILE")]
        config: Option<PathBuf>,
        /// Print the result as JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        options: Box<Options>,
    },
    /// Become a program of a database; for the agent itself
    #[command(hide = true)]
    DatabaseProgram(Launch),
    /// Print the version
    Version,
}

#[derive(Args)]
struct NewHost {
    /// Address of the server
    #[arg(long, env = "CROSSPOINT_SERVER", value_name = "URL")]
    server: String,
    /// Token from the browser ("Add a host")
    #[arg(long, env = "CROSSPOINT_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    token: String,
    /// Name of this host in the browser [default: the kernel's host name]
    #[arg(long, value_name = "NAME")]
    hostname: Option<String>,
    /// Directory for identity, spool and journal
    #[arg(long, env = "CROSSPOINT_STATE_DIR", value_name = "DIR", default_value = STATE_DIRECTORY)]
    state_dir: PathBuf,
    /// CA certificates (PEM) to trust in addition to the system's
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
    /// Enroll with, and report to, a server on another machine without TLS: anyone on the network can read this host's key
    #[arg(long)]
    allow_plain_http: bool,
    /// Change nothing and succeed if the server knows this host already, also while the agent is running
    #[arg(long)]
    unless_enrolled: bool,
}

/// Exit code for what a restart does not mend (EX_CONFIG of sysexits.h); the systemd unit does not restart then.
const EXIT_CONFIGURATION: u8 = 78;

/// Marks an error of the command line or the configuration file.
#[derive(Debug, thiserror::Error)]
#[error("the settings cannot be used")]
struct UnusableSettings;

fn main() -> ExitCode {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false)
        .with_env_filter(filter)
        .init();
    let command = Cli::parse().command;
    if let Command::DatabaseProgram(program) = &command {
        eprintln!("crosspoint-agent: {}", launch(program));
        return ExitCode::FAILURE;
    }
    match run_to_end(command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("crosspoint-agent: {error:#}");
            let is_refused = error
                .downcast_ref::<EnrollError>()
                .is_some_and(EnrollError::is_lasting);
            if is_refused || error.is::<UnusableSettings>() || error.is::<SetUpError>() {
                ExitCode::from(EXIT_CONFIGURATION)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

/// One thread: the benchmark's children die with the thread that started them (see the library).
fn run_to_end(command: Command) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let result = runtime.block_on(carry_out(command));
    // A thread that reads from a hanging drive never ends; the program must.
    runtime.shutdown_background();
    result
}

async fn carry_out(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Run { config, options } => {
            let settings = options.resolve(config.as_deref()).context(UnusableSettings)?;
            return run(settings).await;
        }
        Command::Enroll(new) => enroll_as(new).await?,
        Command::Status { state_dir } => {
            print!(
                "{}{}",
                status::describe(&state_dir)?,
                upgrade::describe(&state_dir)
            );
        }
        Command::Doctor {
            config,
            json,
            options,
        } => {
            let installed = || Some(PathBuf::from(CONFIGURATION)).filter(|path| path.exists());
            let settings = options.resolve(config.or_else(installed).as_deref())?;
            examine(&settings, json).await?;
        }
        // Taken care of before there is a runtime.
        Command::DatabaseProgram(_) => {}
        Command::Version => println!("crosspoint-agent {}", crosspoint_agent::VERSION),
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the agent, or what the server sent in its place.
async fn run(settings: Settings) -> anyhow::Result<ExitCode> {
    let installation = Installation::look(&settings.state_dir);
    let (state, signals) = match start(&settings.state_dir, &installation).await? {
        Start::Here(state, signals) => (state, signals),
        Start::Ended(code) => return Ok(ExitCode::from(code)),
    };
    match agent::run(settings, state, installation.clone(), signals).await? {
        agent::Ended::Stopped => Ok(ExitCode::SUCCESS),
        agent::Ended::MadeRoom => {
            let error = hand_over(&installation);
            Err(error).with_context(|| format!("{} does not start", installation.program.display()))
        }
    }
}

async fn enroll_as(new: NewHost) -> anyhow::Result<()> {
    let hostname = new.hostname.clone().unwrap_or_else(hostname);
    let application = Application {
        server_url: &new.server,
        token: &new.token,
        hostname: &hostname,
        allow_plain_http: new.allow_plain_http,
    };
    let trust = Trust {
        ca_file: new.ca_file.as_deref(),
        plain_http: new.allow_plain_http,
    };
    let door = Server::new(&new.server, trust)?;
    if new.unless_enrolled && is_enrolled_there(&door, &new).await? {
        println!("This host is enrolled already. Nothing was changed.");
        return Ok(());
    }
    let state = StateDirectory::open(&new.state_dir).await?;
    let is_enrolled = match state.identity()?.enrollment {
        // A key is shown to no server but the one that gave it.
        Some(known) => !is_of(&known, &new.server) || !is_key_refused(&door, &known.agent_key).await,
        None => false,
    };
    anyhow::ensure!(
        !is_enrolled,
        "this host is already enrolled (see crosspoint-agent status); to enroll it as a new host, remove {}/identity.json",
        new.state_dir.display()
    );
    door.warn_unencrypted();
    enroll(&door, &state, &application, false).await?;
    println!(
        "Enrolled {hostname}. Start the agent: systemctl start crosspoint-agent, or crosspoint-agent run"
    );
    Ok(())
}

/// Whether the server knows the key that this host has.
async fn is_enrolled_there(door: &Server, new: &NewHost) -> anyhow::Result<bool> {
    let Some(known) = read_identity(&new.state_dir)?.and_then(|identity| identity.enrollment) else {
        return Ok(false);
    };
    anyhow::ensure!(
        is_of(&known, &new.server),
        "this host reports to {}, and not to {}. To move it, stop the agent and remove {}/identity.json first: it is then a \
         new host there. If both are the same server, set server in the agent's configuration to the new address",
        known.server,
        new.server,
        new.state_dir.display()
    );
    Ok(!is_key_refused(door, &known.agent_key).await)
}

/// Whether the server at this address gave this key.
fn is_of(known: &Enrollment, server: &str) -> bool {
    let address = |url: &str| url.trim_end_matches('/').to_owned();
    address(&known.server) == address(server)
}

async fn examine(settings: &Settings, json: bool) -> anyhow::Result<()> {
    let checks = doctor::examine(settings).await;
    let said = if json {
        doctor::json(&checks)
    } else {
        doctor::text(&checks)
    };
    print!("{said}");
    anyhow::ensure!(doctor::is_well(&checks), "at least one check failed");
    Ok(())
}

//! `fleetsim`: lays out a simulated fleet, enrolls it, and lets it speak to a server.

use std::io::{BufRead, Write, stdin, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::{Args, Parser, Subcommand};
use crosspoint_agent::link::server::{CallError, Server, Trust};
use crosspoint_fleetsim::cadence::sample_times;
use crosspoint_fleetsim::columns::sample_lines;
use crosspoint_fleetsim::courier::{Courier, now_ms};
use crosspoint_fleetsim::ends::end_lines;
use crosspoint_fleetsim::fleet::{Fleet, Layout};
use crosspoint_fleetsim::history::{couriers, tell_history};
use crosspoint_fleetsim::identities::FleetFile;
use crosspoint_fleetsim::live::{Rules, live};
use crosspoint_fleetsim::load::{Demand, load};
use crosspoint_fleetsim::marks::VERSION;
use crosspoint_fleetsim::measure::{RunOrder, run_events};
use crosspoint_fleetsim::times::DAY_MS;
use crosspoint_fleetsim::watch::{Printed, Watch};
use crosspoint_wire::EnrollRequest;
use tokio::time::Instant;

/// A second apart.
const ENROLL_TRIES: u32 = 60;
/// What is left at the end is delivered within this time, or not at all: longer than an agent waits between two tries.
const DELIVERY_MAX: Duration = Duration::from_secs(180);

/// A fleet that does not exist: simulated hosts and drives that speak the agent's protocol.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Does,
}

#[derive(Subcommand)]
enum Does {
    /// Lay out a fleet and keep it in a file; prints its hosts, one JSON document a line.
    Layout(LayoutArgs),
    /// Enroll the hosts that have no key yet, with a token for simulated hosts.
    Enroll {
        #[command(flatten)]
        to: To,
        /// Made by the server; it must be one for simulated hosts.
        #[arg(long, env = "CROSSPOINT_TOKEN", hide_env_values = true)]
        token: String,
    },
    /// Tell the server the fleet's past: inventories, moves, updates and what changed drives' health.
    History {
        #[command(flatten)]
        to: To,
        /// Hosts that report at the same time.
        #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=1024))]
        clients: u16,
    },
    /// Print all samples of the past, for a server that stores them in bulk: one JSON document a line.
    Samples {
        /// The fleet's file.
        #[arg(long)]
        fleet: PathBuf,
    },
    /// Print when each drive's wear reaches a percentage if it goes on as it does, one JSON document a line: what a forecast is
    /// held against. No server is told.
    Ends {
        /// The fleet's file.
        #[arg(long)]
        fleet: PathBuf,
        /// Percentage used.
        #[arg(long, value_delimiter = ',', default_value = "100", value_parser = clap::value_parser!(u8).range(1..=255))]
        percent: Vec<u8>,
        /// Years from the beginning of the history; what is later is left out.
        #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=100))]
        years: u64,
    },
    /// Carry out the runs that are read from standard input, one JSON document a line.
    Measure {
        #[command(flatten)]
        to: To,
    },
    /// Report and wait for commands as agents do, until stopped.
    Live(LiveArgs),
    /// Send as many samples as the server takes, or at a rate; prints figures, one JSON document a line.
    Load(LoadArgs),
}

#[derive(Args)]
struct LayoutArgs {
    /// The same seed makes the same fleet.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many hosts.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    hosts: u32,
    /// How many drives in all.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=200_000))]
    drives: u32,
    /// Days of history.
    #[arg(long, default_value_t = 90, value_parser = clap::value_parser!(u64).range(0..=390))]
    days: u64,
    /// When the history ends, in unix milliseconds [default: now]
    #[arg(long)]
    until_ms: Option<u64>,
    /// The file to keep it in; one that exists is replaced.
    #[arg(long)]
    fleet: PathBuf,
}

#[derive(Args)]
struct To {
    /// The fleet's file.
    #[arg(long)]
    fleet: PathBuf,
    /// Address of the server's door for agents.
    #[arg(long)]
    server: String,
    /// The hosts' keys may travel unencrypted to another machine.
    #[arg(long)]
    allow_plain_http: bool,
}

#[derive(Args)]
struct LiveArgs {
    #[command(flatten)]
    to: To,
    /// Seconds between two samples of a drive.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    every: u64,
    /// No host is silent or has a bad line.
    #[arg(long)]
    all_steady: bool,
    /// Sample for so long, deliver what is left, and end [default: until stopped]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: Option<u64>,
    /// Print what became of all requests, each second and at the end, one JSON document a line.
    #[arg(long)]
    figures: bool,
    /// Count the hosts that are cut off from the moment on at which a line comes from standard input; a line says that this began.
    #[arg(long, requires = "figures")]
    count_from_line: bool,
}

#[derive(Args)]
struct LoadArgs {
    #[command(flatten)]
    to: To,
    /// Reports under way at the same time.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=4096))]
    clients: u16,
    /// Samples of a report.
    #[arg(long, default_value_t = 24, value_parser = clap::value_parser!(u16).range(1..=1000))]
    samples: u16,
    /// Samples a second in all [default: as many as are taken]
    #[arg(long)]
    rate: Option<f64>,
    /// How long.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    match Cli::parse().command {
        Does::Layout(args) => lay_out(&args),
        Does::Enroll { to, token } => enroll(&to, &token).await,
        Does::History { to, clients } => history(&to, clients).await,
        Does::Samples { fleet } => samples(&fleet),
        Does::Ends {
            fleet,
            percent,
            years,
        } => ends(&fleet, &percent, years),
        Does::Measure { to } => measure(&to).await,
        Does::Live(args) => be_live(&args).await,
        Does::Load(args) => put_under_load(&args).await,
    }
}

fn lay_out(args: &LayoutArgs) -> anyhow::Result<()> {
    let end_ms = args.until_ms.unwrap_or_else(now_ms);
    let start_ms = end_ms.saturating_sub((args.days * DAY_MS).max(1));
    let layout = Layout {
        seed: args.seed,
        hosts: args.hosts,
        drives: args.drives,
        start_ms,
        end_ms,
    };
    FleetFile {
        layout,
        keys: Default::default(),
    }
    .write(&args.fleet)?;
    let mut out = stdout().lock();
    for host in &Fleet::new(layout).hosts {
        let line = serde_json::json!({
            "installationId": host.installation_id, "hostname": host.hostname, "agentVersion": VERSION,
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn server(to: &To) -> anyhow::Result<Server> {
    Ok(Server::new(
        &to.server,
        Trust {
            ca_file: None,
            plain_http: to.allow_plain_http,
        },
    )?)
}

fn open(to: &To) -> anyhow::Result<(Fleet, Vec<Option<Courier>>)> {
    let file = FleetFile::read(&to.fleet)?;
    let fleet = Fleet::new(file.layout);
    let couriers = couriers(&fleet, &file, &server(to)?);
    ensure!(
        couriers.iter().any(Option::is_some),
        "no host of the fleet is enrolled: fleetsim enroll"
    );
    Ok((fleet, couriers))
}

async fn enroll(to: &To, token: &str) -> anyhow::Result<()> {
    let mut file = FleetFile::read(&to.fleet)?;
    let enrolled = enroll_all(&mut file, &server(to)?, token).await;
    // Keys that were given stay valid whatever came after them.
    file.write(&to.fleet)?;
    enrolled
}

async fn enroll_all(file: &mut FleetFile, server: &Server, token: &str) -> anyhow::Result<()> {
    for host in &Fleet::new(file.layout).hosts {
        if file.keys.contains_key(&host.installation_id) {
            continue;
        }
        let request = EnrollRequest {
            agent_version: VERSION.to_owned(),
            hostname: host.hostname.clone(),
            installation_id: host.installation_id,
            token: token.to_owned(),
        };
        let mut tries = 0;
        let answer = loop {
            tries += 1;
            match server.enroll(&request).await {
                // So many from one address are let in a second.
                Err(CallError::Unavailable { .. }) if tries < ENROLL_TRIES => {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                answer => break answer.with_context(|| format!("{} was not let in", host.hostname))?,
            }
        };
        file.keys.insert(host.installation_id, answer.agent_key);
    }
    Ok(())
}

async fn history(to: &To, clients: u16) -> anyhow::Result<()> {
    let (fleet, couriers) = open(to)?;
    let first = fleet.layout.start_ms;
    let couriers: Vec<Option<Courier>> = couriers
        .into_iter()
        .map(|courier| Some(courier?.counting_from(first)))
        .collect();
    let events = tell_history(Arc::new(fleet), &couriers, usize::from(clients)).await?;
    println!("{}", serde_json::json!({ "events": events }));
    Ok(())
}

fn samples(path: &std::path::Path) -> anyhow::Result<()> {
    let fleet = Fleet::new(FleetFile::read(path)?.layout);
    let times = sample_times(fleet.layout.start_ms, fleet.layout.end_ms);
    let mut out = std::io::BufWriter::new(stdout().lock());
    for line in sample_lines(&fleet, &times) {
        serde_json::to_writer(&mut out, &line)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

fn ends(path: &std::path::Path, percent: &[u8], years: u64) -> anyhow::Result<()> {
    let fleet = Fleet::new(FleetFile::read(path)?.layout);
    let mut out = std::io::BufWriter::new(stdout().lock());
    for line in end_lines(&fleet, percent, years) {
        serde_json::to_writer(&mut out, &line)?;
        out.write_all(b"\n")?;
    }
    Ok(out.flush()?)
}

async fn measure(to: &To) -> anyhow::Result<()> {
    let (fleet, couriers) = open(to)?;
    let mut events_told = 0;
    for line in stdin().lock().lines() {
        let order: RunOrder = serde_json::from_str(&line?).context("a run in standard input")?;
        let (host, events) = run_events(&fleet, &order)?;
        let courier = couriers[host.index as usize].as_ref();
        let courier = courier.with_context(|| format!("{} is not enrolled", host.hostname))?;
        events_told += courier.deliver(events).await?;
    }
    println!("{}", serde_json::json!({ "events": events_told }));
    Ok(())
}

async fn be_live(args: &LiveArgs) -> anyhow::Result<()> {
    let (fleet, couriers) = open(&args.to)?;
    let fleet = Arc::new(fleet);
    let watch = Arc::new(Watch::new(fleet.hosts.len()));
    let begun = Instant::now();
    let end = args.seconds.map(|seconds| begun + Duration::from_secs(seconds));
    let rules = Rules {
        sample_every: Duration::from_secs(args.every),
        all_steady: args.all_steady,
        end,
    };
    let _hosts = live(&fleet, couriers, rules, &watch);
    if args.count_from_line {
        let watch = Arc::clone(&watch);
        // It waits for the line as long as this process runs.
        std::thread::spawn(move || count_from_line(&watch));
    }
    let print = |line: Printed| {
        if args.figures {
            print_line(&line);
        }
    };
    let mut seconds = tokio::time::interval_at(begun + Duration::from_secs(1), Duration::from_secs(1));
    loop {
        let now = seconds.tick().await;
        print(watch.second());
        let is_over = end.is_some_and(|end| now >= end && watch.has_all());
        if is_over || end.is_some_and(|end| now >= end + DELIVERY_MAX) {
            break;
        }
    }
    print(watch.total());
    Ok(())
}

/// What is cut off once this has been printed is counted.
fn count_from_line(watch: &Watch) {
    if let Some(Ok(_)) = stdin().lock().lines().next() {
        print_line(&watch.count_from_now());
    }
}

fn print_line(line: &Printed) {
    println!("{}", serde_json::to_string(line).unwrap_or_default());
}

async fn put_under_load(args: &LoadArgs) -> anyhow::Result<()> {
    let (fleet, couriers) = open(&args.to)?;
    let couriers: Option<Vec<Courier>> = couriers.into_iter().collect();
    let couriers = couriers.context("not every host of the fleet is enrolled: fleetsim enroll")?;
    if let Some(rate) = args.rate {
        ensure!(rate > 0.0, "the rate must be above 0");
    }
    let demand = Demand {
        clients: usize::from(args.clients),
        samples: usize::from(args.samples),
        rate: args.rate,
        seconds: args.seconds,
    };
    load(Arc::new(fleet), couriers, demand, |figures| {
        println!("{}", serde_json::to_string(figures).unwrap_or_default());
    })
    .await;
    Ok(())
}

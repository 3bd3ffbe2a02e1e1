//! What a reader of the figures needs to know of the host and of the database.

use crosspoint_bench::plan::DatabaseSpec;
use crosspoint_wire::DatabaseEnvironment;

use super::super::stop::StopSignal;
use super::child::Broken;
use super::server::{Server, settings};
use super::{pgbench, site::Site};

/// What surrounds a point.
pub(in crate::work::run) async fn survey(
    server: &Server,
    spec: &DatabaseSpec,
    firmware: Option<String>,
    stop: &mut StopSignal,
) -> Result<DatabaseEnvironment, Broken> {
    let version = server.ask("SELECT version()", stop).await?;
    let bytes = server
        .ask("SELECT pg_database_size(current_database())", stop)
        .await?;
    let host = crosspoint_bench::host::Host::default();
    let surroundings = crosspoint_bench::environment::survey(&host, None, 0);
    let Site { file_system, .. } = server.site();
    let mut all = settings(spec);
    all.push(format!(
        "pgbench {}",
        pgbench::arguments(spec, spec.duration.as_secs()).join(" ")
    ));
    Ok(DatabaseEnvironment {
        cpu_count: Some(surroundings.cpu_count),
        cpu_model: Some(surroundings.cpu_model),
        database_bytes: bytes.parse().unwrap_or_default(),
        file_system: file_system.clone(),
        firmware,
        kernel: Some(surroundings.kernel),
        memory_bytes: crosspoint_bench::memory::memory_bytes(&host).unwrap_or_default(),
        server_version: version.split(" on ").next().unwrap_or_default().to_owned(),
        settings: all,
    })
}

/// PostgreSQL reads through the page cache, which counts as memory of the agent's service: what fits there is not read from the drive.
pub(in crate::work::run) fn warnings(environment: &DatabaseEnvironment) -> Vec<String> {
    if environment.memory_bytes == 0 || environment.database_bytes >= environment.memory_bytes {
        return Vec::new();
    }
    vec![format!(
        "the database ({:.1} GiB) fits in the memory that it may use on this host ({:.1} GiB): most reads came from the page cache, so the figures \
         show how the drive takes writes and flushes, and hardly how it reads; ask for a database larger than memory",
        gib(environment.database_bytes),
        gib(environment.memory_bytes)
    )]
}

fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

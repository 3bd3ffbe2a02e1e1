//! A database, with the PostgreSQL and pgbench of this machine's packages.

use std::os::unix::fs::PermissionsExt;

use super::*;

/// Where the packages of Debian and of Red Hat put them.
fn is_installed() -> bool {
    let is_there = ["/usr/lib/postgresql", "/usr/pgsql-17", "/usr/bin/pgbench"]
        .iter()
        .any(|path| Path::new(path).exists());
    if !is_there {
        eprintln!("skipped: this machine has no PostgreSQL (apt-get install postgresql)");
    }
    is_there
}

fn database_command(host: &Host, clients: &[u32], seconds: u32) -> Value {
    let mut command = start_command(&host.scratch_target(), &[1], 100);
    command["plan"]["steps"] = json!([{"kind": "database", "system": "postgresql", "benchmark": "tpcbLike", "sizeGib": 0.1,
        "clients": clients, "rampSeconds": 1, "durationSeconds": seconds}]);
    command
}

/// A host whose scratch file another user can pass to.
async fn host(server: &TestServer) -> (Host, Child) {
    let host = Host::new(0);
    std::fs::set_permissions(host.directory.path(), std::fs::Permissions::from_mode(0o711)).unwrap();
    let agent = host.start(server, &[]);
    until_scratch(&host, server).await;
    (host, agent)
}

/// Nothing is left of a database: no directory, no record, no process.
fn is_clean(host: &Host) -> bool {
    let names = |path: &Path| -> Vec<String> {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    };
    let records = names(&host.path("state/database"));
    let own = host.directory.path().display().to_string();
    let processes = names(Path::new("/proc")).into_iter().filter(|pid| {
        let command = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        command.contains("postgres") && command.contains(&own)
    });
    let beside = names(host.directory.path());
    records.is_empty()
        && !beside.iter().any(|name| name.starts_with("crosspoint-database"))
        && processes.count() == 0
}

async fn until_clean(host: &Host, server: &TestServer) {
    server
        .until("nothing left of the database", |_| is_clean(host))
        .await;
}

fn database_points(server: &TestServer) -> Vec<Value> {
    let mut events = stored(server, "databasePointFinished");
    events.sort_by_key(|event| (event["pointSequence"].as_u64(), event["attempt"].as_u64()));
    events
}

async fn until_transactions(server: &TestServer, sequence: u64) {
    server
        .until("the transactions of a point", |server| {
            server
                .events_of("databasePointStarted")
                .iter()
                .any(|event| event["pointSequence"] == sequence)
        })
        .await;
}

#[tokio::test]
async fn every_transaction_is_in_the_result_as_pgbench_counts_it() {
    if !is_installed() {
        return;
    }
    let offered = Offered::default();
    let server = server(&offered).await;
    let (host, _agent) = host(&server).await;
    let run = database_command(&host, &[1, 4], 3);
    offered.lock().unwrap().push(run.clone());
    assert_eq!(
        end(&server, &run).await,
        ("complete".to_owned(), String::new()),
        "{}",
        host.log()
    );
    let points = database_points(&server);
    let clients: Vec<&Value> = points.iter().map(|point| &point["database"]["clients"]).collect();
    assert_eq!(clients, [1, 4]);
    for point in &points {
        assert_eq!(
            (&point["outcome"], &point["database"]["scale"]),
            (&json!("complete"), &json!(6))
        );
        let result = &point["result"];
        let transactions = result["transactions"].as_u64().unwrap();
        assert!(transactions > 10, "{result}");
        let histogram = crosspoint_bench::histogram::decode(result["histogram"].as_str().unwrap()).unwrap();
        assert_eq!(histogram.len(), transactions);
        let timeline: u64 = result["timeline"]
            .as_array()
            .unwrap()
            .iter()
            .map(|count| count.as_u64().unwrap())
            .sum();
        assert_eq!(timeline, transactions);
        let mean = result["latencyNsMean"].as_f64().unwrap();
        assert!(
            (histogram.mean() / mean - 1.0).abs() < 0.001,
            "three digits: {} {mean}",
            histogram.mean()
        );
        let seconds = point["elapsedNs"].as_f64().unwrap() / 1e9;
        let rate = result["transactionsPerSecond"].as_f64().unwrap();
        assert!(
            (rate * seconds - transactions as f64).abs() < 0.01 && (2.9..6.0).contains(&seconds),
            "{point}"
        );
        // Little's law: so many clients, each with one transaction at a time, but for what pgbench itself takes between two.
        let clients = point["database"]["clients"].as_f64().unwrap();
        let in_flight = rate * mean / 1e9;
        assert!(
            (0.5 * clients..1.01 * clients).contains(&in_flight),
            "{in_flight} of {clients}"
        );
    }
    let started = stored(&server, "databasePointStarted");
    let environment = &started[0]["environment"];
    assert!(
        environment["serverVersion"]
            .as_str()
            .unwrap()
            .starts_with("PostgreSQL ")
    );
    // 6 x 15 MiB, and the catalogs.
    let bytes = environment["databaseBytes"].as_u64().unwrap() >> 20;
    assert!((90..120).contains(&bytes), "{bytes} MiB");
    assert!(
        started[0]["warnings"][0]
            .as_str()
            .unwrap()
            .contains("fits in this host's memory"),
        "{started:?}"
    );
    until_clean(&host, &server).await;
}

#[tokio::test]
async fn nothing_is_left_of_a_database_that_is_cancelled_or_whose_agent_is_stopped() {
    if !is_installed() {
        return;
    }
    let offered = Offered::default();
    let server = server(&offered).await;
    let (host, mut agent) = host(&server).await;
    let run = database_command(&host, &[2], 60);
    offered.lock().unwrap().push(run.clone());
    until_transactions(&server, 0).await;
    terminate(&agent);
    assert!(agent.wait().await.unwrap().success());
    assert!(is_clean(&host), "the stop took it away");

    let _agent = host.start(&server, &[]);
    server
        .until("the point again", |server| {
            server
                .events_of("databasePointStarted")
                .iter()
                .any(|event| event["attempt"] == 1)
        })
        .await;
    offered.lock().unwrap().push(cancel_command(&run, None));
    let (outcome, reason) = end(&server, &run).await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("cancelled", "Cancelled by Ada Lovelace")
    );
    let told: Vec<Value> = database_points(&server)
        .iter()
        .map(|point| json!([point["attempt"], point["outcome"]]))
        .collect();
    assert_eq!(Value::from(told), json!([[1, "interrupted"]]));
    until_clean(&host, &server).await;
}

#[tokio::test]
async fn after_a_crash_the_run_goes_on_at_its_next_point_on_a_database_made_anew() {
    if !is_installed() {
        return;
    }
    let offered = Offered::default();
    let server = server(&offered).await;
    let (host, mut agent) = host(&server).await;
    let run = database_command(&host, &[1, 2], 4);
    offered.lock().unwrap().push(run.clone());
    until_transactions(&server, 1).await;
    agent.kill().await.unwrap();
    let _agent = host.start(&server, &[]);
    assert_eq!(
        end(&server, &run).await,
        ("complete".to_owned(), String::new()),
        "{}",
        host.log()
    );
    let told: Vec<Value> = database_points(&server)
        .iter()
        .map(|point| json!([point["pointSequence"], point["attempt"], point["outcome"]]))
        .collect();
    assert_eq!(
        Value::from(told),
        json!([[0, null, "complete"], [1, 1, "complete"]])
    );
    until_clean(&host, &server).await;
}

/// A file system within the directory of a database, which cannot be removed while it is there.
struct InTheWay(PathBuf);

impl InTheWay {
    fn mount(host: &Host) -> Option<Self> {
        let mut beside = std::fs::read_dir(host.directory.path()).unwrap().flatten();
        let is_database = |entry: &std::fs::DirEntry| {
            entry
                .file_name()
                .to_string_lossy()
                .starts_with("crosspoint-database")
        };
        let path = beside.find(is_database)?.path().join("in-the-way");
        std::fs::create_dir(&path).ok()?;
        let mount = ["-t", "tmpfs", "none", path.to_str()?];
        let mounted = std::process::Command::new("mount").args(mount).status().ok()?;
        mounted.success().then_some(Self(path))
    }
}

impl Drop for InTheWay {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(&self.0).status();
    }
}

#[tokio::test]
async fn a_point_is_told_though_its_database_could_not_be_taken_away() {
    if !is_installed() {
        return;
    }
    let offered = Offered::default();
    let server = server(&offered).await;
    let (host, mut agent) = host(&server).await;
    let run = database_command(&host, &[2], 60);
    offered.lock().unwrap().push(run.clone());
    until_transactions(&server, 0).await;
    let Some(in_the_way) = InTheWay::mount(&host) else {
        eprintln!("skipped: it needs the right to mount");
        return;
    };
    offered.lock().unwrap().push(cancel_command(&run, None));
    let (outcome, reason) = end(&server, &run).await;
    assert!(
        outcome == "failed" && reason.contains("crosspoint-database"),
        "{reason}"
    );
    let outcomes: Vec<Value> = database_points(&server)
        .iter()
        .map(|point| point["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["interrupted"]);
    drop(in_the_way);
    agent.kill().await.unwrap();
    let _agent = host.start(&server, &[]);
    until_clean(&host, &server).await;
}

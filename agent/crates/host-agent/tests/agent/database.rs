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

/// A run of a database, asked for; none where this machine has no PostgreSQL.
struct Launched {
    offered: Offered,
    server: TestServer,
    host: Host,
    agent: Child,
    run: Value,
}

async fn launch(clients: &[u32], seconds: u32) -> Option<Launched> {
    if !is_installed() {
        return None;
    }
    let offered = Offered::default();
    let server = server(&offered).await;
    let (host, agent) = host(&server).await;
    let run = database_command(&host, clients, seconds);
    offered.lock().unwrap().push(run.clone());
    Some(Launched {
        offered,
        server,
        host,
        agent,
        run,
    })
}

impl Launched {
    async fn until_complete(&self) {
        let ended = end(&self.server, &self.run).await;
        assert_eq!(
            ended,
            ("complete".to_owned(), String::new()),
            "{}",
            self.host.log()
        );
    }

    fn cancel(&self) {
        self.offered.lock().unwrap().push(cancel_command(&self.run, None));
    }

    async fn until_clean(&self) {
        self.server
            .until("nothing left of the database", |_| is_clean(&self.host))
            .await;
    }
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
    let Some(database) = launch(&[1, 4], 3).await else {
        return;
    };
    database.until_complete().await;
    let points = database_points(&database.server);
    let clients: Vec<&Value> = points.iter().map(|point| &point["database"]["clients"]).collect();
    assert_eq!(clients, [1, 4]);
    points.iter().for_each(assert_whole);
    let started = stored(&database.server, "databasePointStarted");
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
            .contains("fits in the memory that it may use"),
        "{started:?}"
    );
    database.until_clean().await;
}

#[tokio::test]
async fn nothing_is_left_of_a_database_that_is_cancelled_or_whose_agent_is_stopped() {
    let Some(mut database) = launch(&[2], 60).await else {
        return;
    };
    until_transactions(&database.server, 0).await;
    terminate(&database.agent);
    assert!(database.agent.wait().await.unwrap().success());
    assert!(is_clean(&database.host), "the stop took it away");

    let _agent = database.host.start(&database.server, &[]);
    database
        .server
        .until("the point again", |server| {
            server
                .events_of("databasePointStarted")
                .iter()
                .any(|event| event["attempt"] == 1)
        })
        .await;
    database.cancel();
    let (outcome, reason) = end(&database.server, &database.run).await;
    assert_eq!(
        (outcome.as_str(), reason.as_str()),
        ("cancelled", "Cancelled by Ada Lovelace")
    );
    let told: Vec<Value> = database_points(&database.server)
        .iter()
        .map(|point| json!([point["attempt"], point["outcome"]]))
        .collect();
    assert_eq!(Value::from(told), json!([[1, "interrupted"]]));
    database.until_clean().await;
}

#[tokio::test]
async fn after_a_crash_the_run_goes_on_at_its_next_point_on_a_database_made_anew() {
    let Some(mut database) = launch(&[1, 2], 4).await else {
        return;
    };
    until_transactions(&database.server, 1).await;
    database.agent.kill().await.unwrap();
    let _agent = database.host.start(&database.server, &[]);
    database.until_complete().await;
    let told: Vec<Value> = database_points(&database.server)
        .iter()
        .map(|point| json!([point["pointSequence"], point["attempt"], point["outcome"]]))
        .collect();
    assert_eq!(
        Value::from(told),
        json!([[0, null, "complete"], [1, 1, "complete"]])
    );
    database.until_clean().await;
}

/// Its histogram, its timeline and its rate tell of the same transactions.
fn assert_whole(point: &Value) {
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
    // pgbench counts its 3 s from before it connects, and its rate from after it.
    assert!(
        (rate * seconds - transactions as f64).abs() < 0.01 && (1.0..10.0).contains(&seconds),
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
    let Some(mut database) = launch(&[2], 60).await else {
        return;
    };
    until_transactions(&database.server, 0).await;
    let Some(in_the_way) = InTheWay::mount(&database.host) else {
        eprintln!("skipped: it needs the right to mount");
        return;
    };
    database.cancel();
    let (outcome, reason) = end(&database.server, &database.run).await;
    assert!(
        outcome == "failed" && reason.contains("crosspoint-database"),
        "{reason}"
    );
    let outcomes: Vec<Value> = database_points(&database.server)
        .iter()
        .map(|point| point["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["interrupted"]);
    drop(in_the_way);
    database.agent.kill().await.unwrap();
    let _agent = database.host.start(&database.server, &[]);
    database.until_clean().await;
}

//! Whether fio itself takes the jobs.

use super::*;
use std::process::Command;

/// Two streams that have all that a stream can have.
fn full_streams() -> Vec<StreamRequest> {
    let mix = StreamRequest {
        name: Some("file server".into()),
        read_percent: 80,
        blocks: "512:10,1k:5,2k:5,4k:60,8k:2,16k:4,32k:4,64k:10".parse().unwrap(),
        align_bytes: Some(512),
        distribution: "hotspot:90/10".parse().unwrap(),
        data: Data::Compressible { ratio: 3.0 },
        ..stream()
    };
    let large = StreamRequest {
        name: Some("large".into()),
        pattern: Pattern::Sequential,
        read_percent: 0,
        blocks: "128k".parse().unwrap(),
        load: Load::Open {
            rate_per_second: 23.53,
            pace: Pace::Poisson,
        },
        span: Span::Bytes(1 << 30),
        ..stream()
    };
    vec![mix, large]
}

/// Everything that can end a run but its time.
fn endings() -> [Until; 3] {
    let at_most = Duration::from_secs(60);
    [
        Until::Bytes {
            bytes: 1 << 40,
            at_most,
        },
        Until::Fills {
            thousandths: 2500,
            at_most,
        },
        Until::SteadyState(SteadyState {
            round: at_most,
            tracked: Tracked::MeanLatency,
            criterion: Criterion::default(),
        }),
    ]
}

/// Loads of every kind that a request can describe.
fn every_kind() -> Vec<(Request, Choice)> {
    let verified = StreamRequest {
        read_percent: 0,
        data: Data::Verified,
        ..stream()
    };
    let zipf = StreamRequest {
        distribution: "zipf:1".parse().unwrap(),
        ..stream()
    };
    let mut kinds = vec![
        (request(full_streams()), Choice::DEFAULT),
        (request(vec![verified]), engine(Kind::IoUring, true, true)),
        (request(vec![zipf]), engine(Kind::Passthrough, true, false)),
    ];
    let engines = [
        engine(Kind::Sync, true, false),
        engine(Kind::Null, false, false),
        Choice::DEFAULT,
    ];
    let until = |until| Request {
        until,
        ..request(vec![stream()])
    };
    kinds.extend(endings().map(until).into_iter().zip(engines));
    kinds
}

#[test]
fn fio_accepts_every_kind_where_it_is_installed() {
    if Command::new("fio").arg("--version").output().is_err() {
        eprintln!("skipped: fio is not installed");
        return;
    }
    let directory = tempfile::tempdir().unwrap();
    for (index, (request, engine)) in every_kind().into_iter().enumerate() {
        let path = directory.path().join(format!("{index}.fio"));
        let text = fio_job(&request, engine, Path::new("/dev/nvme0n1")).unwrap();
        std::fs::write(&path, &text).unwrap();
        let output = Command::new("fio")
            .arg("--parse-only")
            .arg(&path)
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}\n{text}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

//! Who has it open.

use super::FakeHost;
use crate::guard::*;
use std::fs;

#[test]
fn no_list_of_processes_is_no_answer() {
    let mut fake = FakeHost::new();
    let device = fake.device("xdb");
    fake.host.proc = fake.root.path().join("nowhere");
    assert!(openers_of_device(&fake.host, &device).is_err());
}

#[test]
fn who_has_a_file_open_is_told_by_name_and_by_what_for() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("image");
    fs::write(&path, [0; 512]).unwrap();
    let shell = |redirection: &str| {
        let script = format!("exec 3{redirection}'{}'; echo; read end", path.display());
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", &script])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped());
        let mut child = shell.spawn().unwrap();
        io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut [0]).unwrap();
        child
    };
    // Our own is not asked for.
    let _own = fs::File::options().write(true).open(&path).unwrap();
    let look = || openers_of_file(&Host::default(), "image", &fs::metadata(&path).unwrap()).unwrap();
    assert_eq!((look().writers, look().readers), (Vec::new(), Vec::new()));
    let (mut reader, mut writer) = (shell("<"), shell("<>"));
    let found = look();
    let opener = |child: &std::process::Child| {
        let name = "sh".to_owned();
        vec![(
            "image".to_owned(),
            Opener {
                name,
                pid: child.id(),
            },
        )]
    };
    assert_eq!((found.writers, found.readers), (opener(&writer), opener(&reader)));
    let mut verdict = Verdict::default();
    verdict.add_openers(Ok(look()));
    let pids = (writer.id(), reader.id());
    for child in [&mut reader, &mut writer] {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(
        verdict.reasons[0].to_string(),
        format!("image is open for writing by sh (process {})", pids.0)
    );
    assert_eq!(
        verdict.notes[0],
        format!("image is open for reading by sh (process {})", pids.1)
    );
}

#[test]
fn a_look_that_was_broken_off_is_no_answer() {
    let mut verdict = Verdict::default();
    verdict.add_openers(Ok(Openers {
        is_cut: true,
        ..Openers::default()
    }));
    let reasons: Vec<String> = verdict.reasons.iter().map(ToString::to_string).collect();
    assert!(
        reasons.concat().contains("which processes have it open"),
        "{reasons:?}"
    );
}

#[test]
fn processes_that_may_not_be_looked_at_are_noted() {
    let fake = FakeHost::new();
    for pid in ["11", "12"] {
        fs::create_dir_all(fake.host.proc.join(pid)).unwrap();
        fs::write(fake.host.proc.join(pid).join("fd"), "no directory").unwrap();
    }
    let stat = "12 (kworker (x) 1) I 2 0 0 0 -1 69238880 0 0";
    fs::write(fake.host.proc.join("12/stat"), stat).unwrap();
    let found = openers_of_device(&fake.host, &fake.device("xdb")).unwrap();
    assert_eq!((found.unseen, found.is_cut), (1, false));
    assert!(
        found.notes()[0].contains("1 other processes"),
        "{:?}",
        found.notes()
    );
}

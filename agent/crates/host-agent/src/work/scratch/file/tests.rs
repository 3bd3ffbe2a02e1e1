use super::super::record::recorded;
use super::*;
use crate::guard::scratch_file::require;
use std::os::unix::fs::MetadataExt;

const SIZE: u64 = 3 * 1024 * 1024 + 512;

#[test]
fn makes_a_filled_file_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scratch");
    let scratch = prepare(directory.path(), &path, SIZE).unwrap();
    assert_eq!(scratch.file.size_bytes, SIZE.to_string());
    require(&path, &scratch.identity).unwrap();
    let content = std::fs::read(&path).unwrap();
    assert_eq!(content.len() as u64, SIZE);
    assert!(
        content
            .chunks(4096)
            .all(|block| block.iter().any(|byte| *byte != 0))
    );

    let inode = path.metadata().unwrap().ino();
    prepare(directory.path(), &path, SIZE).unwrap();
    assert_eq!(path.metadata().unwrap().ino(), inode);
    prepare(directory.path(), &path, 4096).unwrap();
    assert_eq!(path.metadata().unwrap().len(), 4096);
}

#[test]
fn removes_its_own_file_and_no_other() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scratch");
    assert_eq!(recorded(directory.path()), None);
    prepare(directory.path(), &path, 4096).unwrap();
    assert_eq!(recorded(directory.path()), Some((path.clone(), 4096)));
    let precious = directory.path().join("precious");
    std::fs::write(&precious, "data").unwrap();
    assert!(matches!(
        remove(directory.path(), &precious),
        Err(ScratchError::Foreign(_))
    ));
    assert_eq!(std::fs::read(&precious).unwrap(), b"data");
    remove(directory.path(), &path).unwrap();
    assert!(!path.exists());
    assert_eq!(recorded(directory.path()), None);
    assert!(matches!(
        remove(directory.path(), &path),
        Err(ScratchError::Io { .. })
    ));
}

#[test]
fn leaves_a_file_alone_that_it_did_not_make() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("precious");
    std::fs::write(&path, "data").unwrap();
    assert!(matches!(
        prepare(directory.path(), &path, SIZE),
        Err(ScratchError::Foreign(_))
    ));
    assert_eq!(std::fs::read(&path).unwrap(), b"data");
}

#[test]
fn leaves_a_file_alone_that_took_the_place_of_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scratch");
    prepare(directory.path(), &path, 4096).unwrap();
    let other = directory.path().join("other");
    std::fs::write(&other, vec![1; 4096]).unwrap();
    std::fs::rename(&other, &path).unwrap();
    assert!(matches!(
        prepare(directory.path(), &path, 4096),
        Err(ScratchError::Foreign(_))
    ));
    std::fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("/dev/null", &path).unwrap();
    assert!(matches!(
        prepare(directory.path(), &path, 4096),
        Err(ScratchError::Foreign(_))
    ));
}

/// Puts somebody's file in the place of the scratch file, under the inode number that this had: file systems give the
/// number of a removed file to the next one.
fn reuse_inode(directory: &Path, path: &Path) {
    let before = path.metadata().unwrap();
    std::fs::remove_file(path).unwrap();
    // A birth time has the grain of the kernel's clock, some milliseconds.
    std::thread::sleep(std::time::Duration::from_millis(50));
    std::fs::write(path, vec![1; 4096]).unwrap();
    let record_path = directory.join("scratch.json");
    let record = std::fs::read_to_string(&record_path).unwrap();
    let inode = path.metadata().unwrap().ino();
    let record = record.replace(
        &format!("\"inode\":{}", before.ino()),
        &format!("\"inode\":{inode}"),
    );
    std::fs::write(&record_path, record).unwrap();
}

#[test]
fn leaves_a_file_alone_that_was_given_the_inode_of_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scratch");
    prepare(directory.path(), &path, 4096).unwrap();
    reuse_inode(directory.path(), &path);
    let foreign = |result: Result<(), ScratchError>| matches!(result, Err(ScratchError::Foreign(_)));
    assert!(foreign(remove(directory.path(), &path)));
    assert!(foreign(prepare(directory.path(), &path, 4096).map(drop)));
    assert!(foreign(prepare(directory.path(), &path, 8192).map(drop)));
    assert_eq!(std::fs::read(&path).unwrap(), vec![1; 4096]);
}

/// The kernel numbers devices anew at each boot, and file systems as btrfs at each mount.
#[test]
fn knows_its_file_again_on_a_device_of_another_number() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scratch");
    let before = prepare(directory.path(), &path, 4096).unwrap();
    assert!(before.identity.has_birth_time(), "a file system that says it");
    let record_path = directory.path().join("scratch.json");
    let device = path.metadata().unwrap().dev();
    let renumber = |born: &str| {
        let record = std::fs::read_to_string(&record_path).unwrap();
        let record = record.replace(&format!("\"device\":{device}"), "\"device\":7");
        std::fs::write(&record_path, record.replace("\"bornNs\":", born)).unwrap();
    };
    renumber("\"bornNs\":");
    let found = prepare(directory.path(), &path, 4096).unwrap();
    assert_eq!(found.identity, before.identity, "as it is now, for the benchmark");
    // Without a time of birth the inode alone would be too little.
    renumber("\"unknown\":");
    assert!(matches!(
        remove(directory.path(), &path),
        Err(ScratchError::Foreign(_))
    ));
    assert!(path.exists());
}

#[test]
fn makes_a_half_filled_file_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("scratch");
    prepare(directory.path(), &path, 4096).unwrap();
    let record_path = directory.path().join("scratch.json");
    let record = std::fs::read_to_string(&record_path)
        .unwrap()
        .replace("\"isFilled\":true", "\"isFilled\":false");
    std::fs::write(&record_path, record).unwrap();
    std::fs::write(&path, [0; 10]).unwrap();
    prepare(directory.path(), &path, 4096).unwrap();
    assert_eq!(path.metadata().unwrap().len(), 4096);
}

use super::*;
use proptest::prelude::*;
use std::collections::HashMap;

const REGION: Region = Region {
    start: 8192,
    bytes: 16 * 4096,
};

fn verified(slots: u16) -> Content {
    Content::new(Data::Verified, 7, slots, REGION, 4096, 512)
}

fn operation(direction: Direction, offset: u64) -> Operation {
    Operation {
        direction,
        length: 4096,
        offset,
    }
}

fn write(content: &mut Content, slot: u16, offset: u64) -> Vec<u8> {
    let mut buffer = vec![0; 4096];
    content.before(slot, operation(Direction::Write, offset), &mut buffer);
    buffer
}

fn written(content: &mut Content, slot: u16, offset: u64, succeeded: bool) {
    assert!(content.after(slot, operation(Direction::Write, offset), succeeded, &[]));
}

fn read(content: &mut Content, slot: u16, offset: u64, found: &[u8]) -> bool {
    let reading = operation(Direction::Read, offset);
    content.before(slot, reading, &mut []);
    content.after(slot, reading, true, found)
}

/// Offsets of the blocks that are to be read back.
fn left_to_read(content: &Content) -> Vec<u64> {
    let all = std::iter::successors(content.next_written(0), |(_, next)| content.next_written(*next));
    all.map(|(read, _)| read.offset).collect()
}

#[test]
fn kinds_are_read_as_they_are_printed() {
    for text in ["incompressible", "compressible:2", "compressible:1.5", "verified"] {
        assert_eq!(text.parse::<Data>().unwrap().to_string(), text);
    }
    for text in [
        "",
        "random",
        "compressible",
        "compressible:0.5",
        "compressible:x",
        "verified:1",
    ] {
        assert!(text.parse::<Data>().is_err(), "{text}");
    }
}

#[test]
fn compressible_data_shrink_by_their_ratio() {
    use flate2::{Compression, write::DeflateEncoder};
    use std::io::Write;
    for (data, ratio) in [
        (Data::Incompressible, 1.0),
        (Data::Compressible { ratio: 2.0 }, 2.0),
        (Data::Compressible { ratio: 4.0 }, 4.0),
    ] {
        let mut buffer = vec![0; 1 << 20];
        Content::new(data, 1, 1, REGION, 4096, 512).fill(&mut buffer);
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&buffer).unwrap();
        let shrunk = buffer.len() as f64 / encoder.finish().unwrap().len() as f64;
        assert!((shrunk / ratio - 1.0).abs() < 0.05, "{data}: {shrunk}");
    }
}

#[test]
fn every_written_unit_differs() {
    let mut content = Content::new(Data::Incompressible, 1, 1, REGION, 8192, 512);
    let mut buffer = vec![0; 8192];
    content.fill(&mut buffer);
    let writing = Operation {
        direction: Direction::Write,
        length: 8192,
        offset: 0,
    };
    content.before(0, writing, &mut buffer);
    let before = buffer.clone();
    content.before(0, writing, &mut buffer);
    assert_ne!(before[..4096], buffer[..4096]);
    assert_ne!(before[4096..], buffer[4096..]);
    assert_eq!(content.verification(), None);
}

#[test]
fn what_was_written_is_recognised_and_nothing_else() {
    let mut content = verified(1);
    let first = write(&mut content, 0, 8192);
    written(&mut content, 0, 8192, true);
    assert!(read(&mut content, 0, 8192, &first));
    let second = write(&mut content, 0, 8192);
    written(&mut content, 0, 8192, true);
    assert!(read(&mut content, 0, 8192, &second));

    let mut torn = second.clone();
    torn[4095] ^= 1;
    let mut mixed = second.clone();
    mixed[..512].copy_from_slice(&first[..512]);
    let elsewhere = write(&mut content, 0, 12_288);
    written(&mut content, 0, 12_288, true);
    for wrong in [&first, &torn, &mixed, &elsewhere, &vec![0; 4096]] {
        assert!(!read(&mut content, 0, 8192, wrong));
    }
    let found = content.verification().unwrap();
    assert_eq!((found.matched, found.mismatched, found.unknown), (2, 5, 0));
    assert_eq!(found.first_mismatch, Some(8192));
    assert_eq!(left_to_read(&content), [8192, 12_288]);
}

#[test]
fn of_what_was_not_written_nothing_is_claimed() {
    let mut content = verified(2);
    assert!(read(&mut content, 0, 8192, &[0; 4096]));
    write(&mut content, 0, 8192);
    assert!(
        read(&mut content, 1, 8192, &[0; 4096]),
        "the write is not back yet"
    );
    written(&mut content, 0, 8192, false);
    assert!(read(&mut content, 1, 8192, &[0; 4096]), "the write has failed");
    assert_eq!(content.verification().unwrap().unknown, 3);
    assert!(left_to_read(&content).is_empty());
}

#[test]
fn of_two_writes_at_once_either_may_win() {
    let mut content = verified(3);
    let first = write(&mut content, 0, 8192);
    let second = write(&mut content, 1, 8192);
    written(&mut content, 1, 8192, true);
    written(&mut content, 0, 8192, true);
    assert!(read(&mut content, 2, 8192, &first) && read(&mut content, 2, 8192, &second));
    let third = write(&mut content, 0, 8192);
    assert!(
        read(&mut content, 2, 8192, &third),
        "a read may see a write that is not back yet"
    );
    written(&mut content, 0, 8192, true);
    assert!(!read(&mut content, 2, 8192, &second), "both are gone now");
}

proptest! {
    /// A target that carries out writes in any order while they are in flight is never accused, and one that loses a
    /// finished write always is.
    #[test]
    fn an_honest_target_is_never_accused(steps in prop::collection::vec((0..4_u16, 0..3_u64, any::<bool>()), 1..200)) {
        let mut content = verified(4);
        let mut medium: HashMap<u64, Vec<u8>> = HashMap::new();
        let mut flying: HashMap<u16, (u64, Vec<u8>)> = HashMap::new();
        for (slot, block, early) in steps {
            let offset = REGION.start + block * 4096;
            if let Some((offset, bytes)) = flying.remove(&slot) {
                if !bytes.is_empty() {
                    medium.insert(offset, bytes);
                }
                written(&mut content, slot, offset, true);
                continue;
            }
            let bytes = write(&mut content, slot, offset);
            if early {
                medium.insert(offset, bytes);
                flying.insert(slot, (offset, Vec::new()));
            } else {
                flying.insert(slot, (offset, bytes));
            }
            let found = medium.get(&offset).cloned().unwrap_or_else(|| vec![0; 4096]);
            let spare = (0..4).find(|slot| !flying.contains_key(slot));
            if let Some(spare) = spare {
                prop_assert!(read(&mut content, spare, offset, &found));
            }
        }
    }
}

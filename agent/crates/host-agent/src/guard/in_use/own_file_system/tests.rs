use super::*;
use crosspoint_bench::host::Host;
use crosspoint_nvme_replay::{HostShape, Machine};

const SERIAL: &str = "PHKS7335006W375AGN";

fn wanted(serial: &str) -> Wanted {
    Wanted {
        serial: serial.to_owned(),
        model: "INTEL SSDPED1K375GA".to_owned(),
        nsid: 1,
    }
}

fn host() -> (tempfile::TempDir, Machine, InUse) {
    let directory = tempfile::tempdir().unwrap();
    let machine = Machine::create(directory.path(), &HostShape::default()).unwrap();
    machine.plug("p4800x", "").unwrap();
    let host = Host {
        sys: machine.sysfs(),
        ..Default::default()
    };
    let in_use = InUse::new(host, machine.dev());
    (directory, machine, in_use)
}

/// The drive's bytes, past the agent.
fn node(machine: &Machine) -> File {
    let path = machine.dev().join("nvme0n1");
    File::options().read(true).write(true).open(path).unwrap()
}

fn block_at(node: &File, at: u64) -> [u8; 4096] {
    let mut block = [0; 4096];
    node.read_exact_at(&mut block, at).unwrap();
    block
}

/// As much of a superblock as it is known by.
fn superblock(uuid: Uuid) -> [u8; 4096] {
    let mut block = [0x11; 4096];
    block[EXT_MAGIC.0..EXT_MAGIC.0 + 2].copy_from_slice(&EXT_MAGIC.1);
    block[EXT_UUID..EXT_UUID + 16].copy_from_slice(uuid.as_bytes());
    block
}

#[tokio::test]
async fn an_image_is_written_to_what_is_held_without_its_holes() {
    let (directory, machine, in_use) = host();
    let node = node(&machine);
    node.write_all_at(&[9; 8192], 4 << 20).unwrap();
    let held = in_use
        .hold("nvme0n1", wanted(SERIAL), Access::Write)
        .await
        .unwrap();
    let image = File::options()
        .read(true)
        .write(true)
        .create_new(true)
        .open(directory.path().join("image"))
        .unwrap();
    image.set_len(held.size_bytes()).unwrap();
    let uuid = Uuid::new_v4();
    image.write_all_at(&superblock(uuid), 0).unwrap();
    image.write_all_at(&[7; 4096], 1 << 30).unwrap();
    held.write_image(image).await.unwrap();
    drop(held);
    assert_eq!(
        (
            block_at(&node, 0),
            block_at(&node, 1 << 30),
            block_at(&node, 4 << 20)
        ),
        (superblock(uuid), [7; 4096], [9; 4096])
    );
}

#[tokio::test]
async fn nothing_is_erased_but_the_agent_s_own_file_system_on_its_own_drive() {
    let (_directory, machine, in_use) = host();
    let node = node(&machine);
    let (own, other) = (Uuid::new_v4(), Uuid::new_v4());
    node.write_all_at(&superblock(own), 0).unwrap();
    assert_eq!(
        in_use.erase_own("nvme0n1", wanted(SERIAL), other).await,
        Ok(false)
    );
    let refused = in_use
        .erase_own("nvme0n1", wanted("ANOTHER"), own)
        .await
        .unwrap_err();
    assert!(
        refused.contains("it belongs to another namespace now"),
        "{refused}"
    );
    assert_eq!(block_at(&node, 0), superblock(own));
    assert_eq!(in_use.erase_own("nvme0n1", wanted(SERIAL), own).await, Ok(true));
    assert_eq!(block_at(&node, 0), [0; 4096]);
    assert!(
        in_use
            .hold("nvme0n1", wanted(SERIAL), Access::Write)
            .await
            .is_ok(),
        "it is free for the next run"
    );
    assert_eq!(in_use.erase_own("nvme0n1", wanted(SERIAL), own).await, Ok(false));
}

/// While the agent was away somebody put something else on the drive, which left the superblock as it was.
#[tokio::test]
async fn what_somebody_put_beside_the_file_system_is_not_erased_with_it() {
    let (_directory, machine, in_use) = host();
    let node = node(&machine);
    let own = Uuid::new_v4();
    for (name, at, magic) in [
        ("LVM", 512, &b"LABELONE"[..]),
        ("GPT", 4096, &b"EFI PART"[..]),
        ("md", 4096, &[0xfc, 0x4e, 0x2b, 0xa9][..]),
        ("MBR", 510, &[0x55, 0xaa][..]),
    ] {
        node.write_all_at(&[0; HEAD_BYTES], 0).unwrap();
        node.write_all_at(&superblock(own)[1024..], 1024).unwrap();
        node.write_all_at(magic, at).unwrap();
        let left = in_use.erase_own("nvme0n1", wanted(SERIAL), own).await;
        assert!(
            left.as_ref()
                .is_err_and(|reason| reason.contains("was left on nvme0n1: it has the signature of")),
            "{name}: {left:?}"
        );
        let mut found = vec![0; magic.len()];
        node.read_exact_at(&mut found, at).unwrap();
        assert_eq!(found, magic, "{name}");
    }
}

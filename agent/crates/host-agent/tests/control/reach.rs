//! What erases a whole drive, or a namespace that others can reach: refused unless all of it can be looked at from here.

use super::*;

const NAMESPACE: &str = "{ size_bytes = 131072, current_format = 0, formats = [[512, 0, 0]]";

/// Plugs a drive in that can be sanitized, with Namespace Management, and two namespaces.
fn plug(host: &Host, serial: &str, second_namespace: &str, controller: &str) -> String {
    let changes = format!(
        "namespaces = [{NAMESPACE} }}, {NAMESPACE}, {second_namespace} }}]\n[controller]\nserial = \"{serial}\"\n{controller}"
    );
    host.machine.plug("micron-9100", &changes).unwrap()
}

fn of_micron(serial: &str, action: Value) -> Value {
    let mut command = confirmed(control(FLASH, action));
    command["drive"]["serial"] = json!(serial);
    command["confirmedSerial"] = json!(serial);
    command
}

fn sanitize(serial: &str) -> Value {
    of_micron(serial, json!({"kind": "sanitize", "method": "blockErase"}))
}

fn format_of(serial: &str, nsid: u32, erase: &str) -> Value {
    of_micron(
        serial,
        json!({"kind": "format", "nsid": nsid, "lbaFormat": 0, "secureErase": erase}),
    )
}

fn discard(serial: &str, nsid: u32) -> Value {
    of_micron(serial, json!({"kind": "discard", "nsid": nsid}))
}

fn allow(host: &Host, serials: &[&str]) {
    host.allow(&format!(
        "[[allow]]\nserials = {serials:?}\nactions = [\"format\", \"sanitize\", \"discard\"]"
    ));
}

async fn is_declined(host: &Host, command: &Value, reason: &str) {
    let (outcome, said) = host.end(command).await;
    assert_eq!(outcome, "declined", "{command}: {said}");
    assert!(said.contains(reason), "{said}");
}

async fn is_done(host: &Host, command: &Value) {
    let (outcome, said) = host.end(command).await;
    assert_eq!(outcome, "succeeded", "{command}: {said}");
}

const MANAGES: &str = "oacs = 0b11111";
const ALL_AT_ONCE: &str = "oacs = 0b11111\nfna = 0b101";
const LISTS_NONE: &str = "oacs = 0b10111";

#[tokio::test]
async fn what_erases_a_whole_drive_is_refused_while_a_namespace_of_it_is_not_here() {
    let host = Host::new().await;
    let serials = ["DETACHED", "WHOLE", "OLD", "CUT", "HERE", "NO-NODE", "SEVENTEEN"];
    allow(&host, &serials);
    plug(&host, "DETACHED", "is_detached = true", MANAGES);
    plug(&host, "WHOLE", "is_detached = true", ALL_AT_ONCE);
    plug(&host, "OLD", "", "oacs = 0b10111\nversion = [1, 0, 0]");
    let cut = plug(&host, "CUT", "", MANAGES);
    plug(&host, "HERE", "", MANAGES);
    let no_node = plug(&host, "NO-NODE", "", MANAGES);
    let seventeen = vec![format!("{NAMESPACE} }}"); 17].join(", ");
    let changes = format!("namespaces = [{seventeen}]\n[controller]\nserial = \"SEVENTEEN\"\n{LISTS_NONE}");
    host.machine.plug("micron-9100", &changes).unwrap();
    let class = host.machine.sysfs().join("class");
    std::fs::remove_file(class.join(format!("nvme/{cut}/{cut}n2/nsid"))).unwrap();
    std::fs::remove_file(host.machine.dev().join(format!("{no_node}n2"))).unwrap();
    let _agent = host.start();

    let unseen = "namespace 2 of the drive would lose its data too, and this host has no block device of it";
    is_declined(&host, &sanitize("DETACHED"), unseen).await;
    is_declined(&host, &format_of("WHOLE", 1, "none"), unseen).await;
    is_declined(
        &host,
        &sanitize("CUT"),
        &format!("not every namespace of the drive can be checked here, and all would lose their data: the kernel does not say what {cut}n2 is"),
    )
    .await;
    is_declined(
        &host,
        &sanitize("NO-NODE"),
        "namespace 2 of drive NO-NODE, which is in use",
    )
    .await;
    // The kernel of the replay takes sixteen namespaces; the drive lists one more as attached.
    is_declined(&host, &sanitize("SEVENTEEN"), "namespace 17 of the drive").await;
    assert_eq!(host.calls("sanitize"), [] as [String; 0]);
    assert_eq!(host.calls("format"), [] as [String; 0]);

    is_done(&host, &format_of("DETACHED", 1, "none")).await;
    is_done(&host, &sanitize("HERE")).await;
    is_done(&host, &sanitize("OLD")).await;
    assert_eq!(host.calls("sanitize").len(), 2);
}

#[tokio::test]
async fn what_others_can_reach_is_not_erased() {
    let host = Host::new().await;
    let serials = ["PORTS", "SILENT", "SINGLE", "SHARED", "ODD", "DISPERSED"];
    allow(&host, &serials);
    let shared = "nmic = 1";
    let cmic =
        |more: &str, controllers: &str| format!("{more}\ncmic = 0b11\nother_controllers = {controllers}");
    plug(&host, "PORTS", shared, &cmic(ALL_AT_ONCE, "[7]"));
    plug(&host, "SILENT", shared, &cmic(LISTS_NONE, "[7]"));
    plug(&host, "SINGLE", shared, &cmic(MANAGES, "[]"));
    plug(&host, "SHARED", shared, &cmic(MANAGES, "[7]"));
    plug(&host, "ODD", shared, MANAGES);
    plug(&host, "DISPERSED", "nmic = 3", &cmic(MANAGES, "[]"));
    let _agent = host.start();

    let more = "the drive has more controllers than this one (number 0 of 0, 7)";
    is_declined(&host, &sanitize("PORTS"), more).await;
    is_declined(&host, &format_of("PORTS", 1, "none"), more).await;
    is_declined(
        &host,
        &sanitize("SILENT"),
        "and cannot list them: another host may use it",
    )
    .await;
    let can_be_shared = "namespace 2 can be shared with other controllers";
    for serial in ["SHARED", "SILENT", "ODD"] {
        is_declined(&host, &format_of(serial, 2, "none"), can_be_shared).await;
        is_declined(&host, &discard(serial, 2), can_be_shared).await;
    }
    // The drive says that it has no other controller, and that a namespace may be shared: one of the two is wrong.
    is_declined(&host, &sanitize("ODD"), can_be_shared).await;
    assert_eq!(host.calls("sanitize"), [] as [String; 0]);
    assert_eq!(host.calls("format"), [] as [String; 0]);

    // Its subsystem has this controller alone; other subsystems have it too.
    is_declined(
        &host,
        &format_of("DISPERSED", 2, "none"),
        "namespace 2 is dispersed",
    )
    .await;
    is_declined(&host, &sanitize("DISPERSED"), "namespace 2 is dispersed").await;
    assert_eq!(host.calls("format"), [] as [String; 0]);

    // Namespace 1 is this controller's own.
    is_done(&host, &format_of("SHARED", 1, "none")).await;
    is_done(&host, &discard("SHARED", 1)).await;
    // A second port that nothing is behind: the drive lists this controller alone.
    is_done(&host, &format_of("SINGLE", 2, "none")).await;
    is_done(&host, &sanitize("SINGLE")).await;
}

#[tokio::test]
async fn a_namespace_that_is_made_between_the_look_and_the_hold_stops_a_sanitize() {
    let host = Host::new().await;
    allow(&host, &["GROWS"]);
    let name = plug(&host, "GROWS", "", MANAGES);
    let _agent = host.start();
    host.server
        .until("its namespaces in the inventory", |server| {
            let inventories = server.events_of("inventory");
            let drives = inventories.iter().flat_map(|event| event["drives"].as_array());
            drives.flatten().any(|drive| {
                drive["identity"]["serial"] == "GROWS" && drive["namespaces"][1]["lbaFormats"].is_array()
            })
        })
        .await;
    // The first is of the look before the command is accepted.
    host.machine.hold_after("before-identify-0x01", 1).unwrap();
    let command = sanitize("GROWS");
    host.offer(&command);
    host.server
        .until("the look under the hold", |_| {
            host.machine.is_held("before-identify-0x01")
        })
        .await;
    let three = format!("namespaces = [{NAMESPACE} }}, {NAMESPACE} }}, {NAMESPACE}, is_detached = true }}]");
    host.machine.change(&name, &three).unwrap();
    host.machine.let_go("before-identify-0x01").unwrap();
    let (outcome, reason) = host.end_of(&command).await;
    assert_eq!(outcome, "failed", "{reason}");
    assert!(
        reason.contains("namespace 3 of the drive would lose its data too"),
        "{reason}"
    );
    assert_eq!(host.calls("sanitize"), [] as [String; 0]);
}

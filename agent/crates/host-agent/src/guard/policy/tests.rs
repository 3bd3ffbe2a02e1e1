use super::*;

fn read(content: &str) -> Result<Policy, PolicyError> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), content).unwrap();
    Policy::read(file.path())
}

fn drive(serial: &str, model: &str) -> wire::DriveIdentity {
    wire::DriveIdentity {
        model: model.to_owned(),
        pci_vendor_id: 0x8086,
        serial: serial.to_owned(),
    }
}

const DESTRUCTIVE: [ActionKind; 4] = [
    ActionKind::Write,
    ActionKind::Format,
    ActionKind::Sanitize,
    ActionKind::Discard,
];
const HARMLESS: [ActionKind; 4] = [
    ActionKind::Power,
    ActionKind::Scheduler,
    ActionKind::SelfTest,
    ActionKind::ScratchFile,
];

#[test]
fn the_short_list_allows_benchmarks_to_write_to_exactly_the_serials_named() {
    let policy = read("allow_destructive = [\"PHKS7335\", \"\"]").unwrap();
    assert!(policy.allows(ActionKind::Write, &drive("PHKS7335", "M")));
    for other in ["", "phks7335", "PHKS733", "PHKS7335 ", "*"] {
        assert!(
            !policy.allows(ActionKind::Write, &drive(other, "PHKS7335")),
            "{other:?}"
        );
    }
    for action in [ActionKind::Format, ActionKind::Sanitize, ActionKind::Discard] {
        assert!(
            !policy.allows(action, &drive("PHKS7335", "M")),
            "{action}: an old file permits no more than before"
        );
    }
}

#[test]
fn a_rule_allows_its_actions_on_its_serials_and_models_and_nothing_else() {
    let policy = read(
        "[[allow]]\nserials = [\"A\", \"\"]\nactions = [\"format\"]\n\
         [[allow]]\nmodels = [\"INTEL X\", \"\"]\nactions = [\"sanitize\", \"write\"]",
    )
    .unwrap();
    let allowed = |serial: &str, model: &str| -> Vec<&str> {
        let actions = DESTRUCTIVE
            .iter()
            .filter(|action| policy.allows(**action, &drive(serial, model)));
        actions.map(|action| action.name()).collect()
    };
    assert_eq!(allowed("A", "other"), ["format"]);
    assert_eq!(allowed("B", "INTEL X"), ["write", "sanitize"]);
    assert_eq!(allowed("A", "INTEL X"), ["write", "format", "sanitize"]);
    assert_eq!(allowed("INTEL X", "A"), [] as [&str; 0], "a serial is no model");
    assert_eq!(allowed("", ""), [] as [&str; 0]);
}

#[test]
fn harmless_actions_are_allowed_until_they_are_denied() {
    let policy = read("deny = [\"power\", \"scratch_file\"]").unwrap();
    let allowed: Vec<_> = HARMLESS
        .iter()
        .filter(|action| policy.allows(**action, &drive("A", "M")))
        .collect();
    assert_eq!(allowed, [&ActionKind::Scheduler, &ActionKind::SelfTest]);
}

#[test]
fn a_missing_or_empty_file_allows_nothing_destructive() {
    assert_eq!(
        Policy::read(Path::new("/nonexistent/policy.toml")).unwrap(),
        Policy::default()
    );
    assert_eq!(read("").unwrap(), Policy::default());
    for action in DESTRUCTIVE {
        assert!(!Policy::default().allows(action, &drive("A", "M")));
    }
}

#[test]
fn a_file_with_a_mistake_is_an_error() {
    // A misspelt key must not read as an empty list without a word, nor a pattern as permission.
    for content in [
        "allow_destructiv = []",
        "allow_destructive = true",
        "allow_destructive = [",
        "[x]",
        "[[allow]]\nserials = [\"A\"]",
        "[[allow]]\nserials = [\"A\"]\nactions = [\"all\"]",
        "[[allow]]\nserial = [\"A\"]\nactions = [\"format\"]",
        "[[allow]]\nserials = [\"A\"]\nactions = [\"power\"]",
        "deny = [\"format\"]",
    ] {
        assert!(
            read(content)
                .unwrap_err()
                .to_string()
                .contains("nothing destructive is allowed"),
            "{content}"
        );
    }
}

#[test]
fn a_file_that_others_can_write_allows_nothing_and_says_why() {
    use std::os::unix::fs::PermissionsExt;
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "allow_destructive = [\"A\"]").unwrap();
    let asked = |action| require(file.path(), action, &drive("A", "M"));
    assert_eq!(asked(ActionKind::Write), Ok(()));
    for mode in [0o664, 0o646] {
        std::fs::set_permissions(file.path(), std::fs::Permissions::from_mode(mode)).unwrap();
        for action in DESTRUCTIVE.into_iter().chain(HARMLESS) {
            let reason = asked(action).unwrap_err();
            assert!(reason.contains("users other than root can change it"), "{reason}");
        }
    }
}

#[test]
fn the_browser_sees_all_of_it() {
    let policy = read(
        "allow_destructive = [\"A\"]\ndeny = [\"self_test\"]\n[[allow]]\nmodels = [\"M\"]\nactions = [\"discard\"]",
    )
    .unwrap();
    let shown = policy.to_wire(Path::new("/etc/p"));
    let rule = |serials: &[&str], models: &[&str], action: &str| wire::PolicyRule {
        actions: vec![action.to_owned()],
        models: models.iter().map(ToString::to_string).collect(),
        serials: serials.iter().map(ToString::to_string).collect(),
    };
    assert_eq!(
        shown.allow,
        [rule(&["A"], &[], "write"), rule(&[], &["M"], "discard")]
    );
    assert_eq!(
        (shown.deny, shown.path.as_str(), shown.problem),
        (vec!["self_test".to_owned()], "/etc/p", None)
    );
}

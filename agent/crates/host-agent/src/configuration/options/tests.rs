use super::*;
use crate::link::identity::Enrollment;

#[test]
fn the_command_line_wins_over_the_file_and_the_file_over_the_defaults() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(
        file.path(),
        "server = \"https://a\"\nhostname = \"file\"\nsample_interval = \"5s\"",
    )
    .unwrap();
    let options = Options {
        hostname: Some("line".into()),
        ..Options::default()
    };
    let settings = options.resolve(Some(file.path())).unwrap();
    assert_eq!(
        (settings.server.as_deref(), settings.hostname.as_str()),
        (Some("https://a"), "line")
    );
    assert_eq!(
        (settings.sample_interval, settings.spool_bytes),
        (Duration::from_secs(5), 268_435_456)
    );
}

#[test]
fn plain_http_is_allowed_by_the_configuration_or_for_the_server_that_was_enrolled_at_so() {
    let enrolled = |allow_plain_http| Enrollment {
        server: "http://a".into(),
        host_id: uuid::Uuid::nil(),
        agent_key: "cpa_secret".into(),
        allow_plain_http,
    };
    let allowed = |options: Options, known: &Enrollment| {
        let settings = options.resolve(None).unwrap();
        settings.door(known).1.plain_http
    };
    let moved = || Options {
        server: Some("http://b".into()),
        ..Options::default()
    };
    assert!(allowed(Options::default(), &enrolled(true)));
    assert!(!allowed(Options::default(), &enrolled(false)));
    assert!(
        !allowed(moved(), &enrolled(true)),
        "that was said of another server"
    );
    let told = Options {
        allow_plain_http: true,
        ..moved()
    };
    assert!(allowed(told, &enrolled(false)));
}

#[test]
fn mistakes_are_named() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "serverr = \"https://a\"").unwrap();
    let error = Options::default().resolve(Some(file.path())).err().unwrap();
    let said = format!("{error:#}");
    assert!(
        said.contains("unknown field `serverr`") && said.contains("`server`"),
        "{said}"
    );
    for options in [
        Options {
            scratch_size: Some("1000".into()),
            ..Options::default()
        },
        Options {
            sample_interval: Some("10ms".into()),
            ..Options::default()
        },
        Options {
            spool_size: Some("much".into()),
            ..Options::default()
        },
    ] {
        assert!(options.resolve(None).is_err());
    }
}

/// Each key with its mark of a comment taken away is a configuration, and every option has a key there.
#[test]
fn the_configuration_that_is_installed_explains_every_key() {
    let installed = include_str!("../../../../../packaging/agent.toml");
    let keys: Vec<&str> = installed
        .lines()
        .filter_map(|line| {
            line.strip_prefix('#')
                .filter(|rest| rest.starts_with(char::is_alphabetic))
        })
        .collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), keys.join("\n")).unwrap();
    Options::default().resolve(Some(file.path())).unwrap();

    let command = Options::augment_args(clap::Command::new("run"));
    let options = command.get_arguments().filter(|option| !option.is_hide_set());
    let wanted: std::collections::BTreeSet<String> =
        options.map(|option| option.get_id().to_string()).collect();
    let explained = keys
        .iter()
        .filter_map(|line| Some(line.split_once(" = ")?.0.to_owned()));
    assert_eq!(explained.collect::<std::collections::BTreeSet<_>>(), wanted);
}

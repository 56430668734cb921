//! What the build makes of the options of events.

#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "../build/event.rs"]
mod event;

use std::{collections::BTreeSet, fs, path::Path};

use prost_reflect::DescriptorPool;

/// The type of a message, which these tests do not look at.
fn rust_type(full_name: &str) -> anyhow::Result<String> {
    Ok(full_name.replace('.', "::"))
}

/// What is written of a contract with such messages in `lintel/things/v1/<file>`, or what is wrong with it.
fn written(file: &str, messages: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let things = folder.path().join("lintel/things/v1");
    fs::create_dir_all(&things).unwrap();
    let contract = format!(
        "syntax = \"proto3\";
        package lintel.things.v1;
        import \"lintel/events/v1/event.proto\";
        {messages}"
    );
    fs::write(things.join(file), contract).unwrap();
    let mut compiler = protox::Compiler::new([folder.path(), Path::new(".")]).unwrap();
    compiler.include_imports(true);
    compiler.open_file(things.join(file)).unwrap();
    let pool = DescriptorPool::decode(&*compiler.encode_file_descriptor_set()).unwrap();
    event::tables(&pool).map_err(|error| format!("{error:#}"))
}

/// What is written of one event with such an option and such fields, or what is wrong with it.
fn one(option: &str, fields: &str) -> Result<String, String> {
    let option = format!("option (lintel.events.v1.event) = {{ {option} }};");
    let message = format!("message ThingAdded {{ {option} {fields} }}");
    written("events.proto", &message)
}

const THING: &str = "type: \"things.thing.added.v1\"";

#[test]
fn an_event_is_known_by_its_type_and_its_fields() {
    let fields = "int64 thing_id = 1; int64 organisation_id = 2; int64 version = 3;";
    let event = one(THING, fields).unwrap();
    for line in [
        "impl PublicEvent for lintel::things::v1::ThingAdded {",
        "const TYPE: &'static str = \"things.thing.added.v1\";",
        "const AGGREGATE: &'static str = \"thing\";",
        "{ self.thing_id.to_string() }",
        "{ self.version }",
        "{ Some(self.organisation_id)",
        "EVENT_TYPES: &[&str] = &[\"things.thing.added.v1\"];",
    ] {
        assert!(event.contains(line), "{line} is not in {event}");
    }
}

#[test]
fn an_event_without_an_option_is_refused() {
    let refused = written("events.proto", "message ThingAdded { int64 thing_id = 1; }");
    let refused = refused.unwrap_err();
    assert!(refused.contains("ThingAdded: must say either its type"));
    let sealed = "option (lintel.events.v1.sealed) = true;";
    let both = one(THING, &format!("{sealed} int64 thing_id = 1;"));
    assert!(both.unwrap_err().contains("must say either"));
    let sealed = format!("message ThingMail {{ {sealed} string text = 1; }}");
    let sealed = written("events.proto", &sealed).unwrap();
    assert!(!sealed.contains("ThingMail"));
}

#[test]
fn an_option_that_cannot_be_followed_is_refused_with_its_reason() {
    let id = "int64 thing_id = 1;";
    for (option, fields, reason) in [
        ("type: \"things.added.v1\"", id, "<package>.<aggregate>"),
        ("type: \"others.thing.added.v1\"", id, "another package"),
        ("type: \"things.thing.added.first\"", id, "no major version"),
        (THING, "int64 other_id = 1;", "has no thing_id"),
        (THING, "repeated int64 thing_id = 1;", "has no thing_id"),
        (&*format!("{THING} id_fields: \"name\""), id, "has no name"),
        (
            &*format!("{THING} id_fields: \"thing_id\" own_id: true"),
            id,
            "has none",
        ),
        (
            &*format!("{THING} personal: true"),
            id,
            "names no organisation",
        ),
    ] {
        let refused = one(option, fields).unwrap_err();
        assert!(refused.contains(reason), "{refused} for {option}");
    }
}

#[test]
fn an_event_outside_its_file_or_under_a_known_type_is_refused() {
    let event =
        format!("{{ option (lintel.events.v1.event) = {{ {THING} }}; int64 thing_id = 1; }}");
    let outside = written("thing.proto", &format!("message ThingAdded {event}"));
    assert!(outside.unwrap_err().contains("outside events.proto"));
    let twice = format!("message ThingAdded {event} message ThingMade {event}");
    let twice = written("events.proto", &twice).unwrap_err();
    assert!(twice.contains("two events are called things.thing.added.v1"));
}

#[test]
fn the_page_about_events_names_each_of_them_and_no_other() {
    let page = fs::read_to_string("../docs/reference/events.md").unwrap();
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let named = rows
        .map(|(name, _)| name)
        .filter(|name| name.matches('.').count() == 3);
    let named: BTreeSet<_> = named.collect();
    assert_eq!(named, lintel_proto::EVENT_TYPES.iter().copied().collect());
}

//! The constants of each event, as `PublicEvent` of its message, and the list of their types.

use std::{borrow::Cow, collections::BTreeSet, fmt::Write as _};

use anyhow::{Context, bail, ensure};
use prost_reflect::{DescriptorPool, DynamicMessage, Kind, MessageDescriptor, Value};

/// The events of every `events.proto`.
///
/// # Errors
/// When a message of such a file says neither its type nor that it is sealed, or its option cannot be followed.
pub fn tables(pool: &DescriptorPool) -> anyhow::Result<String> {
    let (mut written, mut types) = (String::new(), BTreeSet::new());
    for message in pool.all_messages() {
        let published = published(pool, &message);
        let published = published.with_context(|| message.full_name().to_owned())?;
        if let Some(event) = published {
            let name = write_event(&mut written, &message, &event)
                .with_context(|| format!("the event {}", message.full_name()))?;
            ensure!(types.insert(name.clone()), "two events are called {name}");
        }
    }
    let types: Vec<_> = types.into_iter().collect();
    writeln!(
        written,
        "/// Every type that this program knows. Another one was published by a newer program.\n\
         pub const EVENT_TYPES: &[&str] = &{types:?};"
    )?;
    Ok(written)
}

/// The event that a message is. Whatever stands in an `events.proto` is one or travels in one, and nothing else is.
fn published(
    pool: &DescriptorPool,
    message: &MessageDescriptor,
) -> anyhow::Result<Option<DynamicMessage>> {
    let option = |name: &str| {
        let extension = pool.get_extension_by_name(&format!("lintel.events.v1.{name}"));
        extension.with_context(|| format!("the option {name} is gone"))
    };
    let (event, sealed) = (option("event")?, option("sealed")?);
    let options = message.options();
    let said = options.has_extension(&event);
    let is_sealed = options.get_extension(&sealed).as_bool() == Some(true);
    let file = message.parent_file();
    if message.parent_message().is_some() || !file.name().ends_with("/events.proto") {
        ensure!(!said && !is_sealed, "is an event outside events.proto");
        return Ok(None);
    }
    ensure!(
        said != is_sealed,
        "must say either its type (lintel.events.v1.event) or that it is sealed"
    );
    let event = options.get_extension(&event).as_message().cloned();
    Ok(event.filter(|_| said))
}

/// Writes `PublicEvent` of a message, and answers the event's type.
fn write_event(
    into: &mut String,
    message: &MessageDescriptor,
    event: &DynamicMessage,
) -> anyhow::Result<String> {
    let said = |name: &str| event.get_field_by_name(name).map(Cow::into_owned);
    let flag = |name: &str| said(name).and_then(|value| value.as_bool()) == Some(true);
    let name = said("type").and_then(|value| value.as_str().map(str::to_owned));
    let name = name.unwrap_or_default();
    let parts: Vec<_> = name.split('.').collect();
    let [package, aggregate, _, version] = parts[..] else {
        bail!("its type must be <package>.<aggregate>.<event>.v<major>");
    };
    let own = format!("lintel.{package}.");
    ensure!(
        message.full_name().starts_with(&own),
        "names another package"
    );
    let major = version.strip_prefix('v').map(str::parse::<u8>);
    ensure!(matches!(major, Some(Ok(1..))), "names no major version");

    let named = said("id_fields");
    let named = named
        .as_ref()
        .and_then(Value::as_list)
        .into_iter()
        .flatten();
    let mut ids: Vec<_> = named.filter_map(Value::as_str).map(str::to_owned).collect();
    let own_id = flag("own_id");
    ensure!(!own_id || ids.is_empty(), "names an id and has none");
    if ids.is_empty() && !own_id {
        ids.push(format!("{}_id", aggregate.replace('-', "_")));
    }
    let texts = ids.iter().map(|one| text(message, one));
    let texts = texts.collect::<anyhow::Result<Vec<_>>>()?;
    let id = match &texts[..] {
        [] => "uuid::Uuid::now_v7().to_string()".to_owned(),
        [one] => one.clone(),
        many => format!("[{}].join(\"-\")", many.join(", ")),
    };
    let version = text(message, "version").map_or("1", |_| "self.version");
    let owned = text(message, "organisation_id").is_ok();
    let personal = flag("personal");
    ensure!(owned || !personal, "is personal, but names no organisation");
    let organisation = if owned && !personal {
        "Some(self.organisation_id).filter(|id| *id > 0).map(OrganisationId::new)"
    } else {
        "None"
    };
    writeln!(
        into,
        "impl PublicEvent for {rust} {{
    const TYPE: &'static str = {name:?};
    const AGGREGATE: &'static str = {aggregate:?};
    fn aggregate_id(&self) -> String {{ {id} }}
    fn aggregate_version(&self) -> i64 {{ {version} }}
    fn organisation(&self) -> Option<OrganisationId> {{ {organisation} }}
}}",
        rust = super::rust_type(message.full_name())?
    )?;
    Ok(name)
}

/// The expression that writes the field of an aggregate, a number or a text, as a text.
fn text(message: &MessageDescriptor, field: &str) -> anyhow::Result<String> {
    let found = message
        .get_field_by_name(field)
        .filter(|one| !one.is_list());
    Ok(match found.map(|one| one.kind()) {
        Some(Kind::Int64) => format!("self.{field}.to_string()"),
        Some(Kind::String) => format!("self.{field}.clone()"),
        _ => bail!("has no {field} that is a number or a text"),
    })
}

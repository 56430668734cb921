//! Which fields of requests hold text, at any depth, as tables that the codec looks into: the types alone do not tell it.

use std::{collections::BTreeMap, fmt::Write as _};

use prost_reflect::{DescriptorPool, Kind, MessageDescriptor};

/// The tables of every message that a request can hold, and of each request and reply which of them is its own.
///
/// # Errors
/// When a type is not ours.
pub fn tables(pool: &DescriptorPool) -> anyhow::Result<String> {
    let methods: Vec<_> = pool
        .services()
        .flat_map(|service| service.methods().collect::<Vec<_>>())
        .collect();
    let mut found = BTreeMap::new();
    for method in &methods {
        collect(&method.input(), &mut found);
    }
    let places: BTreeMap<&str, usize> = found.keys().map(String::as_str).zip(0..).collect();

    let mut written = format!(
        "/// The fields of every message that a request can hold.\nstatic MESSAGES: [&[Field]; {}] = [\n",
        found.len()
    );
    for message in found.values() {
        let fields = message.fields().filter_map(|field| {
            let holds = match field.kind() {
                Kind::String => "Holds::Text".to_owned(),
                Kind::Message(inner) => {
                    format!("Holds::Message({})", places.get(inner.full_name())?)
                }
                _ => return None,
            };
            let (number, name, list) = (field.number(), field.name(), field.is_list());
            Some(format!(
                "Field {{ number: {number}, name: {name:?}, list: {list}, holds: {holds} }}"
            ))
        });
        let fields = fields.collect::<Vec<_>>().join(", ");
        writeln!(written, "    &[{fields}], // {}", message.full_name())?;
    }
    writeln!(written, "];")?;
    for method in &methods {
        let (request, reply) = (method.input(), method.output());
        let place = places.get(request.full_name());
        write_one(&mut written, &request, place)?;
        write_one(&mut written, &reply, None)?;
    }
    Ok(written)
}

fn write_one(
    into: &mut String,
    message: &MessageDescriptor,
    place: Option<&usize>,
) -> anyhow::Result<()> {
    let name = super::rust_type(message.full_name())?;
    writeln!(
        into,
        "impl Received for {name} {{ const TABLE: Option<usize> = {place:?}; }}"
    )?;
    Ok(())
}

fn collect(message: &MessageDescriptor, found: &mut BTreeMap<String, MessageDescriptor>) {
    if found.contains_key(message.full_name()) {
        return;
    }
    found.insert(message.full_name().to_owned(), message.clone());
    for field in message.fields() {
        if let Kind::Message(inner) = field.kind() {
            collect(&inner, found);
        }
    }
}

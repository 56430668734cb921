//! The refusals that operations of REST share, and the operations that take a file, as tables.

use std::{collections::BTreeMap, fmt::Write as _};

use anyhow::{Context, ensure};
use prost_reflect::{DescriptorPool, DynamicMessage, Value};

use super::rest::{extension, number, text};

/// Statuses with their texts.
pub type Answers = Vec<(i32, String)>;

/// The groups of refusals by their names.
///
/// # Errors
/// When two groups have one name, or one says nothing.
pub fn groups(pool: &DescriptorPool) -> anyhow::Result<BTreeMap<String, Answers>> {
    let extension = extension(pool, "refusals")?;
    let mut groups = BTreeMap::new();
    for file in pool.files() {
        let options = file.options();
        let said = options.get_extension(&extension);
        for group in messages(&said) {
            let name = text(group, "name");
            let said = group.get_field_by_name("answer");
            let said = said.context("a group has no answer")?;
            let answers: Answers = messages(&said)
                .map(|answer| {
                    let status = number(answer, "status").unwrap_or_default();
                    (status, text(answer, "text"))
                })
                .collect();
            let is_said = |(status, text): &(i32, String)| *status > 399 && !text.is_empty();
            ensure!(
                !answers.is_empty() && answers.iter().all(is_said),
                "the refusals {name} of {} lack a status or a text",
                file.name()
            );
            ensure!(
                groups.insert(name.clone(), answers).is_none(),
                "there are two groups of refusals called {name}"
            );
        }
    }
    Ok(groups)
}

/// The table of the groups, in the order of their names.
///
/// # Errors
/// When they cannot be followed.
pub fn table(pool: &DescriptorPool) -> anyhow::Result<String> {
    let mut rows = String::new();
    for (name, answers) in groups(pool)? {
        writeln!(rows, "    ({name:?}, &{answers:?}),")?;
    }
    Ok(format!(
        "/// The refusals that operations share, by the names of their groups in order.\n\
         pub static REFUSALS: &[(&str, &[(u16, &str)])] = &[\n{rows}];\n"
    ))
}

/// The table of the operations that take a file.
///
/// # Errors
/// When one has no path or no text.
pub fn uploads(pool: &DescriptorPool) -> anyhow::Result<String> {
    let extension = extension(pool, "upload")?;
    let mut rows = String::new();
    for method in pool
        .services()
        .flat_map(|service| service.methods().collect::<Vec<_>>())
    {
        let options = method.options();
        if !options.has_extension(&extension) {
            continue;
        }
        let said = options.get_extension(&extension);
        let said = said.as_message().context("is not a message")?;
        let (path, too_large) = (text(said, "route"), text(said, "too_large"));
        ensure!(
            path.starts_with("/api/") && !too_large.is_empty(),
            "the upload of {} lacks a path or a text",
            method.full_name()
        );
        let megabytes = number(said, "megabytes").unwrap_or(10);
        writeln!(
            rows,
            "    Upload {{ path: {path:?}, too_large: {too_large:?}, megabytes: {megabytes} }},"
        )?;
    }
    Ok(format!(
        "/// The operations of REST that take a file for their call.\npub static UPLOADS: &[Upload] = &[\n{rows}];\n"
    ))
}

fn messages(list: &Value) -> impl Iterator<Item = &DynamicMessage> {
    let list = list.as_list().unwrap_or_default();
    list.iter().filter_map(Value::as_message)
}

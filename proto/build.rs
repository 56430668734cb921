//! Compiles the contract without protoc, writes `Rpc` for each request, `Word` for each enumeration that people read and what the codec
//! has to know of requests, how REST shows messages and what never changes of events, and refuses an RPC without an access rule.

#[path = "build/event.rs"]
mod event;
#[path = "build/input.rs"]
mod input;
#[path = "build/operation.rs"]
mod operation;
#[path = "build/refusals.rs"]
mod refusals;
#[path = "build/rest.rs"]
mod rest;
#[path = "build/texts.rs"]
mod texts;

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use prost::Message as _;
use prost_reflect::{DescriptorPool, EnumDescriptor, MethodDescriptor};

fn main() -> anyhow::Result<()> {
    println!("cargo:rerun-if-changed=lintel");
    let mut files = Vec::new();
    collect(Path::new("lintel"), &mut files)?;
    files.sort();

    let descriptors = protox::Compiler::new(["."])?
        .include_source_info(true)
        .include_imports(true)
        .open_files(&files)?
        .encode_file_descriptor_set();
    let pool = DescriptorPool::decode(descriptors.as_slice())?;
    let mut rpcs = String::new();
    for service in pool.services() {
        for method in service.methods() {
            check_rule(&pool, &method)
                .with_context(|| format!("the access rule of {}", method.full_name()))?;
            write_rpc(&mut rpcs, &method)?;
        }
    }

    let mut words = String::new();
    for enumeration in pool.all_enums() {
        write_word(&mut words, &pool, &enumeration)?;
    }

    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("descriptors.bin"), &descriptors)?;
    fs::write(out.join("rpc.rs"), rpcs)?;
    fs::write(out.join("word.rs"), words)?;
    fs::write(out.join("event.rs"), event::tables(&pool)?)?;
    fs::write(out.join("texts.rs"), texts::tables(&pool)?)?;
    let shown = rest::tables(&pool)?
        + &input::tables(&pool)?
        + &rest::deadlines(&pool)?
        + &refusals::table(&pool)?
        + &refusals::uploads(&pool)?
        + &operation::table(&pool)?;
    fs::write(out.join("rest.rs"), shown)?;
    // Comments stay out of what reflection serves to strangers' tools; the types keep theirs.
    tonic_prost_build::configure()
        .codec_path("crate::codec::ContractCodec")
        .include_file("lintel.rs")
        .compile_fds(prost_types_of(&descriptors)?)?;
    Ok(())
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, into)?;
        } else if path.extension().is_some_and(|ending| ending == "proto") {
            into.push(path);
        }
    }
    Ok(())
}

/// Lintel's programs, by the names in their certificates.
const PROGRAMS: [&str; 7] = [
    "gateway",
    "identity",
    "portfolio",
    "tenancy-applications",
    "viewings-maintenance",
    "listings-import",
    "notifications",
];

/// Whether anybody may call an RPC.
fn is_public(pool: &DescriptorPool, method: &MethodDescriptor) -> anyhow::Result<bool> {
    let extension = pool
        .get_extension_by_name("lintel.access.v1.rule")
        .context("the extension lintel.access.v1.rule is gone")?;
    let options = method.options();
    let value = options.get_extension(&extension);
    let rule = value.as_message().context("is not a message")?;
    let audience = rule.get_field_by_name("audience");
    Ok(audience.and_then(|audience| audience.as_enum_number()) == Some(1))
}

/// Checks that an RPC states who may call it and whether it writes, and that roles, callers and audience agree.
fn check_rule(pool: &DescriptorPool, method: &MethodDescriptor) -> anyhow::Result<()> {
    let extension = pool
        .get_extension_by_name("lintel.access.v1.rule")
        .context("the extension lintel.access.v1.rule is gone")?;
    let options = method.options();
    ensure!(
        options.has_extension(&extension),
        "is missing: every RPC says who may call it"
    );
    let value = options.get_extension(&extension);
    let rule = value.as_message().context("is not a message")?;
    let number = |field: &str| {
        rule.get_field_by_name(field)
            .and_then(|value| value.as_enum_number())
            .unwrap_or_default()
    };
    ensure!(number("audience") != 0, "names no audience");
    ensure!(
        number("effect") != 0,
        "does not say whether the call writes"
    );
    let names_roles = rule
        .get_field_by_name("roles")
        .is_some_and(|roles| roles.as_list().is_some_and(|list| !list.is_empty()));
    ensure!(
        names_roles == (number("audience") == 3),
        "must name roles exactly when its audience is AUDIENCE_ROLES"
    );
    let callers = rule.get_field_by_name("callers");
    let callers = callers.as_ref().and_then(|callers| callers.as_list());
    let callers: Vec<_> = callers
        .into_iter()
        .flatten()
        .filter_map(|caller| caller.as_str())
        .collect();
    ensure!(
        callers.is_empty() != (number("audience") == 4),
        "must name callers exactly when its audience is AUDIENCE_INTERNAL"
    );
    for caller in callers {
        ensure!(PROGRAMS.contains(&caller), "{caller} is no program");
    }
    Ok(())
}

/// The path of `method`, its reply and the name of its change, as the trait `Rpc` of its request.
fn write_rpc(into: &mut String, method: &MethodDescriptor) -> anyhow::Result<()> {
    let (request, reply) = (method.input(), method.output());
    let path = path(method);
    writeln!(into, "impl Rpc for {} {{", rust_type(request.full_name())?)?;
    writeln!(into, "    const PATH: &'static str = {path:?};")?;
    writeln!(into, "    type Reply = {};", rust_type(reply.full_name())?)?;
    if request.get_field_by_name("request_id").is_some() {
        writeln!(
            into,
            "    fn request_id(&self) -> &str {{ &self.request_id }}"
        )?;
        writeln!(
            into,
            "    fn with_request_id(mut self, id: String) -> Self {{"
        )?;
        writeln!(into, "        self.request_id = id;")?;
        writeln!(into, "        self")?;
        writeln!(into, "    }}")?;
    }
    writeln!(into, "}}")?;
    Ok(())
}

fn path(method: &MethodDescriptor) -> String {
    format!("/{}/{}", method.parent_service().full_name(), method.name())
}

/// Name, comment and texts of `enumeration`, as the trait `Word`, if its values have texts.
fn write_word(
    into: &mut String,
    pool: &DescriptorPool,
    enumeration: &EnumDescriptor,
) -> anyhow::Result<()> {
    let extension = pool
        .get_extension_by_name("lintel.common.v1.text")
        .context("the extension lintel.common.v1.text is gone")?;
    let texts = enumeration.values().filter_map(|value| {
        let options = value.options();
        let text = options.get_extension(&extension).as_str()?.to_owned();
        (!text.is_empty()).then(|| (value.number(), text))
    });
    let texts: Vec<_> = texts.collect();
    if texts.is_empty() {
        return Ok(());
    }
    ensure!(
        texts.len() + 1 == enumeration.values().len(),
        "a value of {} is without a text",
        enumeration.full_name()
    );
    let meaning = rest::comment(&enumeration.parent_file(), enumeration.path());
    let name = enumeration.name();
    writeln!(
        into,
        "impl Word for {} {{",
        rust_type(enumeration.full_name())?
    )?;
    writeln!(into, "    const NAME: &'static str = {name:?};")?;
    writeln!(into, "    const MEANING: &'static str = {meaning:?};")?;
    writeln!(
        into,
        "    const TEXTS: &'static [(i32, &'static str)] = &{texts:?};"
    )?;
    writeln!(into, "}}")?;
    Ok(())
}

/// The type that is generated for a message or an enumeration of ours.
fn rust_type(full_name: &str) -> anyhow::Result<String> {
    let name = full_name.strip_prefix("lintel.");
    let name = name.with_context(|| format!("{full_name} is not ours"))?;
    Ok(format!("crate::{}", name.replace('.', "::")))
}

fn prost_types_of(descriptors: &[u8]) -> anyhow::Result<tonic_prost_build::FileDescriptorSet> {
    Ok(tonic_prost_build::FileDescriptorSet::decode(descriptors)?)
}

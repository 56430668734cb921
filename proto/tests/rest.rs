//! What the build makes of the options that say how REST shows messages.

#![expect(clippy::unwrap_used, reason = "tests")]

#[path = "../build/input.rs"]
mod input;
#[path = "../build/operation.rs"]
mod operation;
#[path = "../build/refusals.rs"]
mod refusals;
#[path = "../build/rest.rs"]
mod rest;

use std::{fs, path::Path};

use prost_reflect::DescriptorPool;

/// The type of a message, which these tests do not look at.
fn rust_type(full_name: &str) -> anyhow::Result<String> {
    Ok(full_name.replace('.', "::"))
}

/// Whether anybody may call it, which these tests do not look at.
const fn is_public(
    _: &DescriptorPool,
    _: &prost_reflect::MethodDescriptor,
) -> anyhow::Result<bool> {
    Ok(true)
}

/// The path of a call, which these tests do not look at.
fn path(method: &prost_reflect::MethodDescriptor) -> String {
    method.full_name().to_owned()
}

/// The tables of a contract of one message with these fields, or what is wrong with it.
fn tables(fields: &str) -> Result<String, String> {
    rest::tables(&pool(fields)).map_err(|error| format!("{error:#}"))
}

/// The table of a call with such an option, request and reply, or what is wrong with it.
fn operation(option: &str, request: &str, reply: &str) -> Result<String, String> {
    let contract = asking(option, request, reply);
    operation::table(&pool(&contract)).map_err(|error| format!("{error:#}"))
}

/// What is read of a request with these fields, or what is wrong with it.
fn inputs(request: &str) -> Result<String, String> {
    let contract = asking("route: \"GET /api/things\"", request, "");
    input::tables(&pool(&contract)).map_err(|error| format!("{error:#}"))
}

/// A contract with such a call.
fn asking(option: &str, request: &str, reply: &str) -> String {
    format!(
        "string name = 1; }}
        // Which. More of it.
        message AskRequest {{ {request} }}
        // It is there.
        message AskResponse {{ {reply} }}
        service Asking {{
            // Asks for a thing; at once. Nothing else happens. The mask may name it. Publishes ThingAsked. Repeats with the same request id do nothing. Reasons:
            // THING_NOT_FOUND, THING_BUSY.
            rpc Ask(AskRequest) returns (AskResponse) {{
                option (lintel.rest.v1.operation) = {{ {option} }};
            }}
        }}
        message Last {{"
    )
}

fn pool(fields: &str) -> DescriptorPool {
    let folder = tempfile::tempdir().unwrap();
    let contract = format!(
        "syntax = \"proto3\";
        package lintel.tried.v1;
        import \"lintel/common/v1/money.proto\";
        import \"lintel/rest/v1/rest.proto\";
        import \"google/protobuf/field_mask.proto\";
        option (lintel.rest.v1.refusals) = {{name: \"NoSuchThing\" answer: {{status: 404, text: \"There is none\"}}}};
        // Nothing that REST shows.
        message Inner {{ int32 number = 1; }}
        // What a request changes.
        message Inside {{
            int64 inside_id = 1;
            // Its rent; absent where it is not known.
            lintel.common.v1.Money monthly_rent = 2;
            string name = 3 [(lintel.rest.v1.field) = {{max_length: 60}}];
        }}
        // A thing.
        message Thing {{
            option (lintel.rest.v1.reply) = \"Thing\";
            {fields}
        }}"
    );
    fs::write(folder.path().join("tried.proto"), contract).unwrap();
    let mut compiler = protox::Compiler::new([folder.path(), Path::new(".")]).unwrap();
    compiler.include_source_info(true).include_imports(true);
    let file = folder.path().join("tried.proto");
    compiler.open_file(file).unwrap();
    let descriptors = compiler.encode_file_descriptor_set();
    DescriptorPool::decode(descriptors.as_slice()).unwrap()
}

#[test]
fn an_option_that_cannot_be_followed_fails_with_the_field() {
    for (fields, why) in [
        (
            "map<string, string> names = 1;",
            "field names: REST shows no maps",
        ),
        (
            "bytes content = 1;",
            "field content: REST cannot write bytes",
        ),
        ("double rate = 1;", "field rate: REST cannot write double"),
        (
            "Inner inner = 1;",
            "field inner: lintel.tried.v1.Inner has no option lintel.rest.v1.reply",
        ),
        (
            "repeated string names = 1 [(lintel.rest.v1.field) = {nullable: true}];",
            "field names: a list is empty, never null",
        ),
        (
            "int64 count = 1 [(lintel.rest.v1.field) = {form: FORM_NUMBER}];",
            "field count: REST cannot write int64",
        ),
        (
            "string name = 1; string label = 2 [(lintel.rest.v1.field) = {name: \"name\"}];",
            "two fields are called name",
        ),
    ] {
        let refused = tables(fields).unwrap_err();
        assert!(refused.contains(why), "{refused}");
        assert!(refused.contains("how REST shows lintel.tried.v1.Thing"));
    }
}

#[test]
fn two_messages_are_one_object_only_where_they_are_alike() {
    let other = |field: &str| {
        format!(
            "string name = 1; }} message Other {{ option (lintel.rest.v1.reply) = \"Thing\"; {field}"
        )
    };
    assert!(tables(&other("string name = 2;")).is_ok());
    let refused = tables(&other("optional string name = 2;")).unwrap_err();
    assert!(
        refused.contains("two messages are shown as Thing"),
        "{refused}"
    );
}

#[test]
fn the_words_of_a_field_are_those_of_json() {
    let table = tables(
        "// Its rent; absent where it is not known. Output only.
        lintel.common.v1.Money monthly_rent = 1 [(lintel.rest.v1.field) = {name: \"rent\", nullable: true}];
        // Output only. Its name; empty for none.
        string display_name = 2;
        // A secret.
        string token = 3 [(lintel.rest.v1.field) = {hidden: true}];",
    );
    let table = table.unwrap();
    for written in [
        "meaning: \"A thing.\"",
        "name: \"rent\", meaning: \"Its rent; null where it is not known.\", kind: Kind::Money, list: false, nullable: true",
        "name: \"displayName\", meaning: \"Its name; empty for none.\", kind: Kind::Text, list: false, nullable: false",
    ] {
        assert!(table.contains(written), "{table}");
    }
    assert!(!table.contains("token"), "{table}");
}

#[test]
fn an_operation_is_said_in_the_words_of_its_call() {
    let table = operation(
        "route: \"POST /api/things/{id}/asks/{askName}?v\", tag: \"Things\", refusals: \"NoSuchThing\", status: 202",
        "int64 thing_id = 1; string request_id = 2; string ask_name = 3;",
        "Thing thing = 4;",
    );
    let table = table.unwrap();
    for written in [
        "id: \"ask\", verb: \"POST\", path: \"/api/things/{id}/asks/{askName}\", tag: \"Things\", ignored: \"v\"",
        "title: \"Asks for a thing; at once\", text: \"Nothing else happens.\"",
        "name: \"id\", numbers: &[1], meaning: \"\", place: Place::Id(\"THING_NOT_FOUND\")",
        "name: \"askName\", numbers: &[3], meaning: \"\", place: Place::Text",
        "request_id: Some(2), if_match: None, pages: None, input: None, mask: None, status: 202, answered: \"It is there\"",
        "answer: Answer::One(4, <lintel::tried::v1::Thing as Shaped>::SHAPE), etag: false, location: \"\"",
        "refusals: &[\"NoSuchThing\"]",
    ] {
        assert!(table.contains(written), "{written}\n{table}");
    }
}

#[test]
fn a_body_is_read_into_the_object_that_is_changed() {
    let request = "option (lintel.rest.v1.body) = {
            name: \"ThingBody\", of: \"thing\", fields: [\"monthly_rent?:rent\", \"name\", \"told?\"]
        };
        Inside thing = 1; google.protobuf.FieldMask update_mask = 2; bool told = 3; string request_id = 4;";
    let option = "route: \"PATCH /api/things/{id}\", says: \"It is done.\"";
    let table = operation(option, request, "").unwrap();
    for written in [
        "placed: &[Placed { name: \"id\", numbers: &[1, 1], meaning: \"\", place: Place::Id(\"THING_NOT_FOUND\") }]",
        "input: Some(<lintel::tried::v1::AskRequest as Asked>::INPUT), mask: Some(2), status: 200",
        "answer: Answer::Said(\"It is done.\")",
    ] {
        assert!(table.contains(written), "{written}\n{table}");
    }
    let inputs = inputs(request).unwrap();
    for written in [
        "Input { name: \"ThingBody\", meaning: \"Which. More of it.\", of: Some(1), fields: &[",
        "path: \"thing.monthly_rent\", numbers: &[1, 2], name: \"rent\", meaning: \"Its rent; null where it is not known.\", \
         kind: InputKind::Money, required: false",
        "path: \"thing.name\", numbers: &[1, 3], name: \"name\", meaning: \"\", kind: InputKind::Text, required: true, or_all: false, \
         example: \"\", bounds: Bounds { min_length: None, max_length: Some(60), minimum: None",
        "path: \"told\", numbers: &[3], name: \"told\"",
        "(\"lintel.tried.v1.Asking.Ask\", <lintel::tried::v1::AskRequest as Asked>::INPUT)",
    ] {
        assert!(inputs.contains(written), "{written}\n{inputs}");
    }
}

#[test]
fn a_placeholder_takes_no_field_of_another_name() {
    let table = |request: &str| {
        operation(
            "route: \"GET /api/things/{id}/papers/{paperId}\"",
            request,
            "",
        )
    };
    let swapped = table("string old_paper_id = 1; string thing_id = 2;").unwrap();
    assert!(
        swapped.contains("name: \"id\", numbers: &[2]")
            && swapped.contains("name: \"paperId\", numbers: &[1]"),
        "{swapped}"
    );
    let refused = table("string a_id = 1; string thing_id = 2;").unwrap_err();
    assert!(refused.contains("no field for {id}"), "{refused}");
}

#[test]
fn two_requests_have_one_body_only_where_it_is_alike() {
    let asked = |other: &str| {
        inputs(&format!(
            "option (lintel.rest.v1.body) = {{name: \"ThingBody\", fields: \"name\"}}; string name = 1; }}
            message Other {{ option (lintel.rest.v1.body) = {{name: \"ThingBody\", fields: \"{other}\"}}; string name = 2;"
        ))
    };
    assert!(asked("name").is_ok());
    let refused = asked("name?").unwrap_err();
    assert!(
        refused.contains("two messages are read as ThingBody"),
        "{refused}"
    );
}

#[test]
fn a_body_that_cannot_be_read_fails_with_the_field() {
    for (fields, why) in [
        ("\"absent\"", "has no field absent"),
        (
            "\"rate\"",
            "the field rate: REST cannot read double in form 0 (a list: false)",
        ),
        (
            "\"inner\"",
            "the field inner: lintel.tried.v1.Inner has no option lintel.rest.v1.body",
        ),
        ("\"text\", \"more:text\"", "two fields are called text"),
        ("\"text.more\"", "text has no fields"),
        ("", "no fields are read"),
    ] {
        let refused = inputs(&format!(
            "option (lintel.rest.v1.body) = {{ name: \"ThingBody\", fields: [{fields}] }};
            double rate = 1; Inner inner = 2; string text = 3; string more = 4;"
        ));
        let refused = refused.unwrap_err();
        assert!(refused.contains(why), "{refused}");
        assert!(refused.contains("what REST reads of lintel.tried.v1.AskRequest"));
    }
}

#[test]
fn a_deadline_is_told_by_the_path_of_its_call() {
    let call = "string name = 1; }
        message AskRequest {}
        message AskResponse {}
        service Asking {
            rpc Ask(AskRequest) returns (AskResponse) { option (lintel.rest.v1.deadline_seconds) = 20; }
            rpc AskAgain(AskRequest) returns (AskResponse);
        }
        message Last {";
    let table = rest::deadlines(&pool(call)).unwrap();
    assert!(
        table.contains("= &[(\"lintel.tried.v1.Asking.Ask\", 20)]"),
        "{table}"
    );
}

#[test]
fn a_group_of_refusals_is_said_once_and_whole() {
    let group = |said: &str| {
        let file = format!("}} option (lintel.rest.v1.refusals) = {{{said}}}; message Last {{");
        refusals::table(&pool(&file)).map_err(|error| format!("{error:#}"))
    };
    let gone = "name: \"Gone\" answer: {status: 404, text: \"Gone\"}";
    assert!(
        group(gone)
            .unwrap()
            .contains("(\"Gone\", &[(404, \"Gone\")]),")
    );
    let twice = group(&format!(
        "{gone}}}; option (lintel.rest.v1.refusals) = {{{gone}"
    ));
    assert!(
        twice
            .unwrap_err()
            .contains("two groups of refusals called Gone")
    );
    for said in ["name: \"Gone\"", "name: \"Gone\" answer: {status: 404}"] {
        assert!(group(said).unwrap_err().contains("lack a status or a text"));
    }
}

#[test]
fn an_upload_is_told_by_its_path_and_its_limit() {
    let call = "string name = 1; }
        message AskRequest {}
        message AskResponse {}
        service Asking {
            rpc Ask(AskRequest) returns (AskResponse) { option (lintel.rest.v1.upload) = {route: \"/api/things\", too_large: \"Too large.\"}; }
        }
        message Last {";
    let table = refusals::uploads(&pool(call)).unwrap();
    let row = "Upload { path: \"/api/things\", too_large: \"Too large.\", megabytes: 10 }";
    assert!(table.contains(row), "{table}");
    let lacking = call.replace("too_large: \"Too large.\"", "");
    assert!(refusals::uploads(&pool(&lacking)).is_err());
}

#[test]
fn an_operation_that_cannot_be_passed_on_fails() {
    let route = |route: &str| format!("route: \"{route}\"");
    for (option, request, reply, why) in [
        (route("HEAD /api/things"), "", "", "HEAD is no verb of REST"),
        (route("GET"), "", "", "names no verb and path"),
        (
            route("GET /api/things") + ", refusals: \"Nobody\"",
            "",
            "",
            "nobody says the refusals Nobody",
        ),
        (
            route("GET /api/things"),
            "string search = 1;",
            "",
            "search of the request comes from nowhere",
        ),
        (
            route("GET /api/things/{name}"),
            "",
            "",
            "no field for {name}",
        ),
        (
            route("GET /api/things"),
            "",
            "Thing thing = 1; string token = 2;",
            "more than one object or list",
        ),
        (
            route("GET /api/things"),
            "int32 page_size = 1;",
            "repeated Thing things = 1;",
            "page_size and page_token go together",
        ),
        (
            route("GET /api/things"),
            "",
            "repeated Thing things = 1; string next_page_token = 2;",
            "pages need page_size and page_token",
        ),
        (
            route("GET /api/things") + ", etag: true",
            "",
            "Thing thing = 1;",
            "no version to answer as ETag",
        ),
        (
            route("GET /api/things"),
            "",
            "Inner inner = 1;",
            "Inner has no option lintel.rest.v1.reply",
        ),
    ] {
        let refused = operation(&option, request, reply).unwrap_err();
        assert!(refused.contains(why), "{refused}");
        assert!(refused.contains("the operation of REST for lintel.tried.v1.Asking.Ask"));
    }
}

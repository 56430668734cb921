//! PDFs: of several real programs, which are accepted, and of attackers.
//!
//! The files beside this one were made for Lintel, each by the program that it is named after, from texts of our own.

use std::{io::Write as _, time::Instant};

use flate2::{Compression, write::ZlibEncoder};
use lintel_files::{
    Refusal::{self, ActiveDocument, NotAccepted},
    document::check,
};

fn pdf(body: impl AsRef<[u8]>) -> Vec<u8> {
    [
        b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n",
        body.as_ref(),
        b"\ntrailer << /Root 1 0 R >>\n%%EOF\n",
    ]
    .concat()
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn stream(dictionary: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!("2 0 obj\n<< {dictionary} >>\nstream\r\n");
    pdf([head.as_bytes(), bytes, b"\nendstream\nendobj"].concat())
}

/// A deflated object stream with one object, number 3.
fn packed_as(dictionary: &str, object: &str) -> Vec<u8> {
    let dictionary = format!("/N 1 /First 4 /Filter /FlateDecode {dictionary}");
    stream(&dictionary, &deflated(format!("3 0 {object}").as_bytes()))
}

fn packed(object: &str) -> Vec<u8> {
    packed_as("/Type /ObjStm", object)
}

fn refused(sent: &[u8], what: &str) {
    assert_eq!(check(sent), Err(ActiveDocument), "{what}");
}

fn accepted(sent: &[u8], what: &str) {
    assert_eq!(check(sent), Ok(()), "{what}");
}

#[test]
fn what_real_programs_write_is_accepted() {
    for (name, sent) in [
        ("Chromium", &include_bytes!("chromium.pdf")[..]),
        ("fpdf2", include_bytes!("fpdf.pdf")),
        ("ReportLab", include_bytes!("reportlab.pdf")),
        ("ReportLab, a form", include_bytes!("reportlab-form.pdf")),
        ("img2pdf, a scan", include_bytes!("scan.pdf")),
        ("Pillow, a scan", include_bytes!("scan-pillow.pdf")),
        (
            "pypdf, an incremental update",
            include_bytes!("pypdf-incremental.pdf"),
        ),
        (
            "qpdf, object streams that open a page",
            include_bytes!("qpdf-object-streams.pdf"),
        ),
        ("qpdf, linearised", include_bytes!("qpdf-linearised.pdf")),
    ] {
        accepted(sent, name);
        // What a later revision adds counts, wherever the tables lead.
        let script = b"\n7 0 obj << /S /JavaScript /JS (app.alert(1)) >> endobj\n%%EOF\n";
        refused(&[sent, script].concat(), name);
        refused(&[sent, &packed("<< /S /Launch >>")[9..]].concat(), name);
    }
}

#[test]
fn what_is_harmless_is_accepted() {
    for (what, body) in [
        (
            "a page's contents",
            "2 0 obj\n<< /Length 9 >>\nstream\nBT /F1 ET\nendstream endobj",
        ),
        (
            "names that begin alike",
            "2 0 obj << /JSON 1 /Launched 2 /JavaScripts 3 /Encrypted 4 >>",
        ),
        ("a name in a text", "2 0 obj (/JS is a name in a text)"),
        ("a link", "2 0 obj << /S /URI /URI (https://www.gov.uk/) >>"),
        ("an object in a text", "2 0 obj (this obj is a word) endobj"),
        ("a form", "2 0 obj << /AcroForm << /Fields [] >> >> endobj"),
        (
            "an outline",
            "2 0 obj << /Type /Outlines /First 3 0 R /Last 3 0 R >> endobj",
        ),
    ] {
        accepted(&pdf(body), what);
    }
    accepted(&packed("<< /Type /Page >>"), "a packed object");
    accepted(&packed_as("", "<< /Type /Page >>"), "one without a type");
    accepted(&packed_as("/Extends 9 0 R", "[1 2 3]"), "an array");
    let plain = stream("/Type /ObjStm /N 1 /First 4", b"3 0 << /Type /Page >>");
    accepted(&plain, "objects that are not deflated");
}

#[test]
fn what_runs_is_found_however_it_is_spelt_or_packed() {
    let disguises = [
        "/Type /ObjStm",
        "",
        "/Extra /obj",
        "/Extra (obj)",
        "/Extra (endobj)",
        "/Extra (2 0 obj << >>)",
        "/Type /XObject /Subtype /Image",
        "% >> stream\n",
        "/Type /ObjStm /Extra <</Filter null>> % obj\n",
    ];
    for active in [
        "<< /S /JavaScript >>",
        "<< /JS (app.alert(1)) >>",
        "<< /J#53 (app.alert(1)) >>",
        "<< /#4aS(x) >>",
        "<< /JS 9 0 R >>",
        "<< /S /Launch /F (cmd.exe) >>",
        "<< /Names << /EmbeddedFiles 1 0 R >> >>",
        "<< /Type/EmbeddedFile >>",
        "<< /Subtype /RichMedia >>",
        "<< /S /SubmitForm /F (https://example.com) >>",
        "<< /S /ImportData >>",
        r"<< /S /GoToR /F (\\\\example.com\\share\\a.pdf) /D [0 /Fit] >>",
        "<< /S /GoToE /T << /R /C >> >>",
        "<< /S /Rendition >>",
        "<< /Subtype /Movie >>",
        "<< /S /Sound >>",
        "<< /AcroForm << /XFA 9 0 R >> >>",
        "<< /AcroForm << /XF#41 [(template) 9 0 R] >> >>",
    ] {
        refused(&pdf(format!("2 0 obj {active} endobj")), active);
        for disguise in disguises {
            let what = format!("{active} in a stream with {disguise}");
            refused(&packed_as(disguise, active), &what);
        }
    }
}

#[test]
fn nothing_begins_by_itself_but_turning_to_a_page() {
    let go_to = "<< /S /GoTo /D [5 0 R /Fit] >>";
    for (what, body) in [
        (
            "a place",
            "1 0 obj << /OpenAction [5 0 R /Fit] >>".to_owned(),
        ),
        ("a named place", "1 0 obj << /OpenAction /top >>".to_owned()),
        ("an action", format!("1 0 obj << /OpenAction {go_to} >>")),
        (
            "by reference",
            format!("1 0 obj << /OpenAction 8 0 R >> 8 0 obj {go_to}"),
        ),
        (
            "a page's action",
            format!("1 0 obj << /AA << /O {go_to} >> >>"),
        ),
        (
            "in a circle",
            "1 0 obj << /OpenAction 8 0 R >> 8 0 obj << /S /GoTo /Next 8 0 R >>".to_owned(),
        ),
        (
            "of no object",
            "1 0 obj << /OpenAction 77 0 R /AA 77 0 R >>".to_owned(),
        ),
    ] {
        accepted(&pdf(&body), what);
        let object = body.replacen("1 0 obj", "", 1);
        if !object.contains("obj") {
            accepted(&packed(object.trim()), what);
        }
    }
    let other = "<< /S /URI /URI (https://example.com) >>";
    for (what, body) in [
        ("an action", format!("1 0 obj << /OpenAction {other} >>")),
        (
            "by reference",
            format!("1 0 obj << /OpenAction 8 0 R >> 8 0 obj {other}"),
        ),
        (
            "by reference, numbered oddly",
            format!("1 0 obj << /OpenAction 8 0 R >> 8 % ?\n 0 obj {other}"),
        ),
        (
            "changed later",
            format!("1 0 obj << /OpenAction 8 0 R >> 8 0 obj {go_to} 8 0 obj {other}"),
        ),
        (
            "changed before",
            format!("1 0 obj << /OpenAction 8 0 R >> 8 0 obj {other} 8 0 obj {go_to}"),
        ),
        (
            "of a type by reference",
            "1 0 obj << /OpenAction << /S 8 0 R >> >> 8 0 obj /URI".to_owned(),
        ),
        (
            "of two types",
            "1 0 obj << /OpenAction << /S /URI /S /GoTo >> >>".to_owned(),
        ),
        (
            "behind another",
            format!("1 0 obj << /OpenAction << /S /GoTo /Next {other} >> >>"),
        ),
        (
            "behind another, by reference",
            format!("1 0 obj << /OpenAction << /S /GoTo /Next 8 0 R >> >> 8 0 obj {other}"),
        ),
        (
            "behind another, in a list by reference",
            format!(
                "1 0 obj << /OpenAction << /S /GoTo /Next 7 0 R >> >> 7 0 obj [8 0 R] 8 0 obj {other}"
            ),
        ),
        (
            "behind another, in a list",
            format!("1 0 obj << /OpenAction << /S /GoTo /Next [7 0 R 8 0 R] >> >> 8 0 obj {other}"),
        ),
        (
            "when a page is opened",
            format!("1 0 obj << /AA << /O {other} >> >>"),
        ),
        (
            "when a page is opened, by reference",
            format!("1 0 obj << /AA << /O 8 0 R >> >> 8 0 obj {other}"),
        ),
        (
            "all by reference",
            format!("1 0 obj << /AA 9 0 R >> 9 0 obj << /PO 8 0 R >> 8 0 obj {other}"),
        ),
        (
            "printing",
            "1 0 obj << /OpenAction << /S /Named /N /Print >> >>".to_owned(),
        ),
        (
            "that cannot be read",
            "1 0 obj << >> /OpenAction << (".to_owned(),
        ),
    ] {
        refused(&pdf(&body), what);
        let object = body.replacen("1 0 obj", "", 1);
        if !object.contains("obj") {
            refused(&packed(object.trim()), what);
        }
    }
    // From the file into an object stream.
    let referring = pdf("1 0 obj << /OpenAction 3 0 R >> endobj");
    refused(
        &[&referring[..], &packed(other)[9..]].concat(),
        "a packed action",
    );
    accepted(
        &[&referring[..], &packed(go_to)[9..]].concat(),
        "a packed place",
    );
}

#[test]
fn what_cannot_be_looked_into_is_refused() {
    let page = "<< /Type /Page >>";
    for dictionary in [
        "/Type /ObjStm /DecodeParms << /Predictor 12 /Columns 4 >>",
        "/Type /ObjStm /DP 9 0 R",
        "/Type /ObjStm /F (elsewhere.bin)",
        "/Type /ObjStm /FFilter /FlateDecode",
        "/Type /ObjStm /Filter /ASCII85Decode",
        "/Type /ObjStm /N 2",
        "/Type /ObjStm /First 5 0 R",
        "/Type /ObjStm /First 400",
        "/Type /ObjStm /First -1",
    ] {
        refused(&packed_as(dictionary, page), dictionary);
    }
    for filter in [
        "/ASCII85Decode",
        "/LZWDecode",
        "[/ASCII85Decode /FlateDecode]",
        "[/FlateDecode /FlateDecode]",
        "[9 0 R]",
        "9 0 R",
        "/Crypt",
    ] {
        let dictionary = format!("/Type /ObjStm /N 1 /First 4 /Filter {filter}");
        refused(&stream(&dictionary, &deflated(b"3 0 << >>")), filter);
    }
    for (what, sent) in [
        ("encryption", pdf("2 0 obj << /Encrypt 5 0 R >>")),
        ("a dictionary without an end", pdf("2 0 obj << /A (")),
        (
            "nesting",
            pdf("2 0 obj ".to_owned() + &"<< /A ".repeat(5_000) + &">> ".repeat(5_000)),
        ),
        (
            "nonsense for objects",
            stream(
                "/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode",
                b"nonsense",
            ),
        ),
        (
            "objects that break off",
            stream(
                "/N 1 /First 4 /Filter /FlateDecode",
                &deflated(page.repeat(99).as_bytes())[..20],
            ),
        ),
        ("a dictionary that breaks off", packed("<< /A (")),
        (
            "a stream within a stream",
            packed("<< /N 1 /First 4 >> stream\n"),
        ),
        (
            "words among the numbers",
            stream("/N 1 /First 6 /Filter /Fl", &deflated(b"3 0 R << >>")),
        ),
    ] {
        refused(&sent, what);
    }
}

/// The largest file, made to take long: none of it takes more than moments, not even unoptimised.
#[test]
fn what_unpacks_to_too_much_or_is_read_too_often_is_refused() {
    const LARGEST: usize = 10 * 1024 * 1024;
    let bomb = " ".repeat(32 * 1024 * 1024);
    let bomb = packed(&bomb);
    let half = " ".repeat(17 * 1024 * 1024);
    let halves = [packed(&half), packed(&half)].concat();
    let depth = LARGEST / 12;
    let nested = "1 0 obj<</A(".repeat(depth) + &")>>".repeat(depth);
    let overlapping = (0..20_000).map(|number| format!("{number} 0 "));
    let overlapping: String = overlapping.collect();
    let first = overlapping.len();
    let object = format!("<< /A ({}) >>", "x".repeat(1_000_000));
    let overlapping = stream(
        &format!("/Type /ObjStm /N 20000 /First {first} /Filter /FlateDecode"),
        &deflated((overlapping + &object).as_bytes()),
    );
    let referring = "1 0 obj << /AA << /O 8 0 R >> >> ".repeat(LARGEST / 66);
    let referring = referring + &"8 0 obj [] ".repeat(LARGEST / 22);
    for (what, sent, expected) in [
        ("a bomb", bomb, Err(ActiveDocument)),
        ("two halves of one", halves, Err(ActiveDocument)),
        ("objects within objects", pdf(nested), Err(ActiveDocument)),
        ("objects over each other", overlapping, Err(ActiveDocument)),
        ("many references to many objects", pdf(referring), Ok(())),
    ] {
        let begun = Instant::now();
        assert_eq!(check(&sent), expected, "{what}");
        assert!(
            begun.elapsed().as_secs() < 20,
            "{what}: {:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn what_is_no_document_or_more_than_one_thing_is_refused() {
    let whole = pdf("");
    let zip = [
        &whole[..],
        b"PK\x03\x04 something PK\x05\x06",
        &[0; 18],
        b"%%EOF",
    ]
    .concat();
    let late = [b"<script>", &whole[..]].concat();
    let cut = &whole[..whole.len() - 7];
    let long_tail = [&whole[..], &[b' '; 2000]].concat();
    for sent in [
        b"".as_slice(),
        b"%PDF-",
        cut,
        &zip,
        &late,
        &long_tail,
        b"GIF89a",
    ] {
        let refusal: Result<(), Refusal> = Err(NotAccepted);
        assert_eq!(check(sent), refusal);
    }
}

//! The text of a document, for those who read it and those who have it read out.

use lintel_pdf::{Block, Column, Level, List, PdfError, Picture, Table, render};

use crate::{poppler, specimen};

#[test]
fn the_text_is_that_of_the_blocks() -> anyhow::Result<()> {
    let text = poppler::text(&render(&specimen::agreement()?)?)?;
    for part in [
        "Version 1 of 24 November 2026",
        "Tenancy agreement and written statement of terms",
        "Helen Okafor, trading as Okafor Lettings",
        "£610.00 per month, due on the 1st",
        "2 months’ notice in writing",
        "−£13,958.00",
        "Page 1 of 2",
        "Page 2 of 2",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let words: Vec<_> = text.split_whitespace().collect();
    for mark in ["•", "4.1", "4.2", "(a)", "(b)"] {
        assert!(words.contains(&mark), "{mark}");
    }
    Ok(())
}

#[test]
fn a_screen_reader_is_told_what_everything_is() -> anyhow::Result<()> {
    let file = render(&specimen::agreement()?)?;
    let about = poppler::about(&file)?;
    assert!(about.contains("Tenancy agreement"), "{about}");
    assert!(about.contains("Tagged:          yes"), "{about}");
    let tags = poppler::tags(&file)?;
    let kinds: Vec<_> = tags
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .map(|kind| kind.trim_end_matches(':'))
        .collect();
    for kind in [
        "H1", "H2", "H3", "P", "L", "LI", "Lbl", "LBody", "Table", "THead", "TBody", "TR", "TH",
        "TD", "Figure",
    ] {
        assert!(kinds.contains(&kind), "{kind}: {tags}");
    }
    for attribute in [
        "/Scope /Row",
        "/Scope /Column",
        "/ListNumbering /LowerAlpha",
        "/Summary (Main terms)",
    ] {
        let plain = tags.replace("\\", "");
        assert!(plain.contains(attribute), "{attribute}: {tags}");
    }
    assert!(tags.contains("Signature of Tom Hargreaves"), "{tags}");
    assert!(
        !tags.contains("Page 1 of"),
        "the foot is no content: {tags}"
    );
    let at = |words: &str| tags.find(words);
    assert!(at("Landlord") < at("Helen Okafor") && at("Helen Okafor") < at("How long it lasts"));
    Ok(())
}

#[test]
fn every_font_is_in_the_file() -> anyhow::Result<()> {
    let document = specimen::document(
        NAMES
            .iter()
            .map(|(_, name, _)| Block::text(*name))
            .collect(),
    );
    let fonts = poppler::fonts(&render(&document)?)?;
    let lines: Vec<_> = fonts.lines().skip(2).collect();
    assert!(lines.len() > 8, "{fonts}");
    for font in lines {
        let columns: Vec<_> = font.split_whitespace().rev().collect();
        let (unicode, subset, embedded) = (columns[2], columns[3], columns[4]);
        assert_eq!(
            (embedded, subset, unicode),
            ("yes", "yes", "yes"),
            "{fonts}"
        );
    }
    Ok(())
}

/// Names of people, each with its script and the font that has it.
const NAMES: [(&str, &str, &str); 27] = [
    ("Latin", "Zoë Łukasz O’Brien-Škvorecký", "HankenGrotesk"),
    ("Vietnamese", "Nguyễn Thị Hương", "HankenGrotesk"),
    ("Greek", "Ελένη Παπαδοπούλου", "NotoSans"),
    ("Cyrillic", "Олександр Ковальчук", "NotoSans"),
    ("Chinese", "王小明", "DroidSansFallback"),
    ("Chinese, traditional", "陳國榮", "DroidSansFallback"),
    ("Japanese", "佐藤 さくら ユウキ", "DroidSansFallback"),
    ("Korean", "김민준", "DroidSansFallback"),
    ("Arabic", "محمد", "NotoSansArabic"),
    ("Urdu", "عائشہ", "NotoSansArabic"),
    ("Hebrew", "משה", "NotoSansHebrew"),
    ("Devanagari", "प्रिया", "NotoSansDevanagari"),
    ("Bengali", "রহমান", "NotoSansBengali"),
    ("Gujarati", "પટેલ", "NotoSansGujarati"),
    ("Gurmukhi", "ਸਿੰਘ", "NotoSansGurmukhi"),
    ("Tamil", "முருகன்", "NotoSansTamil"),
    ("Thai", "สมชาย", "NotoSansThai"),
    ("Armenian", "Արամ", "NotoSansArmenian"),
    ("Georgian", "თამარ", "NotoSansGeorgian"),
    ("Malayalam", "പ്രിയ", "NotoSansMalayalam"),
    ("Telugu", "సునీత", "NotoSansTelugu"),
    ("Kannada", "ಲಕ್ಷ್ಮಿ", "NotoSansKannada"),
    ("Sinhala", "සමන්", "NotoSansSinhala"),
    ("Khmer", "សុខា", "NotoSansKhmer"),
    ("Lao", "ສົມພອນ", "NotoSansLao"),
    ("Burmese", "မြတ်နိုး", "NotoSansMyanmar"),
    ("Ethiopic", "ሰላም", "NotoSansEthiopic"),
];

#[test]
fn a_name_in_any_of_these_scripts_is_read_back_and_none_of_it_is_replaced() -> anyhow::Result<()> {
    for (script, name, font) in NAMES {
        let text = format!("The tenant is {name} of Leeds.");
        let file = render(&specimen::document(vec![Block::text(text)]))?;
        let text = poppler::raw_text(&file)?;
        let plain: String = text
            .chars()
            .filter(|character| !is_direction(*character))
            .collect();
        assert!(plain.contains(name), "{script}: {name} in {plain}");
        // The sign for what no font has is Noto Sans's; it would be read back as the name all the same.
        let fonts = poppler::fonts(&file)?;
        let mut used: Vec<_> = fonts
            .lines()
            .skip(2)
            .filter_map(|line| line.split(['+', '-', ' ']).nth(1))
            .collect();
        used.retain(|used| *used != "HankenGrotesk");
        used.dedup();
        let expected: &[&str] = if font == "HankenGrotesk" {
            &[]
        } else {
            &[font]
        };
        assert_eq!(used, expected, "{script}: {fonts}");
    }
    Ok(())
}

/// Marks that pdftotext puts around what is read from right to left.
fn is_direction(character: char) -> bool {
    matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[test]
fn a_character_that_no_font_has_is_replaced_and_nothing_fails() -> anyhow::Result<()> {
    let document = specimen::document(vec![
        Block::heading(Level::One, "🏠 home \u{E000}\u{0}\u{FFFE}"),
        Block::text("𓀀 \u{1F468}\u{200D}\u{1F469} \u{202E}evil \u{301}\u{94D} ﷽"),
        List::bullets(["\u{10FFFF}", "", "\n\n"]).into(),
        Block::text("\u{200B}"),
    ]);
    let text = poppler::text(&render(&document)?)?;
    assert!(text.contains("home") && text.contains("evil"), "{text}");
    Ok(())
}

#[test]
fn what_is_empty_is_left_out_or_blank() -> anyhow::Result<()> {
    let mut sparse = Table::new("", vec![Column::new("", 0), Column::amount("", 0)]);
    sparse.push(["only one"]);
    let document = specimen::document(vec![
        Block::heading(Level::One, " "),
        Block::text(""),
        Table::new("none", vec![]).into(),
        Table::new("no rows", vec![Column::new("A", 1)]).into(),
        sparse.into(),
        Block::Together(vec![]),
        Block::PageBreak,
        Block::Rule,
    ]);
    let text = poppler::text(&render(&document)?)?;
    assert!(
        text.contains("only one") && text.contains("Page 2 of 2"),
        "{text}"
    );
    assert!(poppler::text(&render(&specimen::document(vec![]))?)?.contains("Page 1 of 1"));
    Ok(())
}

#[test]
fn what_the_caller_can_mend_is_an_error() -> anyhow::Result<()> {
    let mut untitled = specimen::document(vec![]);
    untitled.title = "\u{FEFF} ".to_owned();
    assert!(matches!(render(&untitled), Err(PdfError::NoTitle)));

    let mut silent = specimen::signature()?;
    silent.alternative.clear();
    let silent = specimen::document(vec![silent.into()]);
    assert!(matches!(render(&silent), Err(PdfError::NoAlternative)));

    let good = specimen::signature()?;
    for png in [
        b"no picture".to_vec(),
        good.png[..good.png.len() / 2].to_vec(),
    ] {
        let broken = Picture {
            png,
            ..good.clone()
        };
        let broken = specimen::document(vec![broken.into()]);
        let error = render(&broken);
        assert!(matches!(error, Err(PdfError::Picture { .. })), "{error:?}");
    }
    Ok(())
}

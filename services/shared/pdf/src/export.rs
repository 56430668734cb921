//! A document from its blocks to its bytes.

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::error::KrillaError;
use krilla::geom::Point;
use krilla::metadata::{self, Metadata, TextDirection};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::{Document as File, SerializeSettings};

use crate::clean::clean_line;
use crate::flow::{ColumnBox, Flow, Part};
use crate::length::points;
use crate::pages::{Page, Target, paginate};
use crate::paragraph::Paragraph;
use crate::style::{self, FOOT, FOOT_UP, GUTTER, PAGE, SIDE, TOP, WIDTH};
use crate::{Align, Document, Level, PdfError, Text, blocks, draw};

/// See [`crate::render`].
pub fn render(document: &Document) -> Result<Vec<u8>, PdfError> {
    let title = clean_line(&document.title);
    if title.is_empty() {
        return Err(PdfError::NoTitle);
    }
    let mut flow = Flow::default();
    blocks::lay_out(&mut flow, &document.blocks)?;
    let (mut pages, targets) = paginate(&mut flow);
    feet(&mut pages, &clean_line(&document.foot));

    let mut file = File::new_with(settings()?);
    for (number, page) in pages.into_iter().enumerate() {
        let size = PageSettings::from_wh(points(PAGE.0), points(PAGE.1)).unwrap_or_default();
        let mut sheet = file.start_page_with(size);
        let mut surface = sheet.surface();
        draw::page(&mut surface, number, page.marks, &mut flow.tags);
        surface.finish();
        sheet.finish();
    }
    file.set_metadata(metadata(document, title.clone()));
    file.set_outline(outline(targets, title));
    file.set_tag_tree(flow.tags.into_tree());
    file.finish().map_err(|error| match error {
        KrillaError::Image(..) => PdfError::Picture {
            alternative: "of the document".to_owned(),
        },
        error => PdfError::Rules(format!("{error}: {error:?}")),
    })
}

fn settings() -> Result<SerializeSettings, PdfError> {
    let rules = ConfigurationBuilder::new()
        .with_archival_validator(Archival::A2_A)
        .with_accessibility_validator(Accessibility::UA1)
        .finish();
    Ok(SerializeSettings {
        configuration: rules.map_err(|error| PdfError::Rules(format!("{error:?}")))?,
        ..SerializeSettings::default()
    })
}

fn metadata(document: &Document, title: String) -> Metadata {
    Metadata::new()
        .title(title)
        .language(document.language.to_owned())
        .text_direction(TextDirection::LeftToRight)
        .creator("Lintel".to_owned())
        .creation_date(date(document.created))
        .document_id(clean_line(&document.id))
}

/// Years that PDF cannot write are taken for the nearest that it can.
fn date(at: DateTime<Utc>) -> metadata::DateTime {
    let small = |number: u32| u8::try_from(number).unwrap_or_default();
    metadata::DateTime::new(u16::try_from(at.year().clamp(0, 9999)).unwrap_or_default())
        .month(small(at.month()))
        .day(small(at.day()))
        .hour(small(at.hour()))
        .minute(small(at.minute()))
        .second(small(at.second()))
        .utc_offset_hour(0)
        .utc_offset_minute(0)
}

/// The caller's text at the left and "Page 2 of 5" at the right of every page.
fn feet(pages: &mut [Page], text: &str) {
    let count = pages.len();
    for (number, page) in pages.iter_mut().enumerate() {
        let place = ColumnBox {
            x: 0,
            width: WIDTH,
            align: Align::End,
        };
        let pages = Paragraph::new(
            &Text::plain(format!("Page {} of {count}", number + 1)),
            FOOT,
            WIDTH,
        );
        let taken = pages.lines.first().map_or(0, |line| line.width);
        let left = ColumnBox {
            x: 0,
            width: WIDTH - taken - GUTTER,
            align: Align::Start,
        };
        let text = Paragraph::new(&text.into(), FOOT, left.width);
        let strips = [
            text.strips(FOOT, left, Part::Foot),
            pages.strips(FOOT, place, Part::Foot),
        ];
        for mut mark in strips
            .into_iter()
            .filter_map(|lines| lines.into_iter().next())
            .flat_map(|strip| strip.marks)
        {
            mark.y = PAGE.1 - FOOT_UP - TOP;
            page.marks.push(mark);
        }
    }
}

/// The headings as a reader lists them; the title alone if there are none, because PDF/UA asks for a list.
fn outline(targets: Vec<Target>, title: String) -> Outline {
    let mut outline = Outline::new();
    if targets.is_empty() {
        let top = XyzDestination::new(0, Point::from_xy(0.0, 0.0));
        outline.push_child(OutlineNode::new(title, top));
        return outline;
    }
    let mut targets = targets.into_iter().peekable();
    while let Some(target) = targets.next() {
        outline.push_child(entry(target, &mut targets));
    }
    outline
}

/// A heading with the deeper ones that follow it.
fn entry(
    target: Target,
    rest: &mut std::iter::Peekable<std::vec::IntoIter<Target>>,
) -> OutlineNode {
    let level: Level = target.level;
    let point = Point::from_xy(points(SIDE), points(style::TOP + target.y));
    let mut node = OutlineNode::new(target.title, XyzDestination::new(target.page, point));
    while let Some(deeper) = rest.next_if(|next| next.level > level) {
        node.push_child(entry(deeper, rest));
    }
    node
}

//! Headings, paragraphs, lists and pictures in bands.

use std::num::NonZeroU16;

use krilla::tagging::{ListNumbering, Tag};

use crate::clean::clean_line;
use crate::flow::{ColumnBox, Drawing, Entry, Flow, Keep, Mark, Part, Strip};
use crate::length::{Length, millimetres};
use crate::paragraph::Paragraph;
use crate::style::{
    AFTER_ITEM, AFTER_TEXT, AROUND, BODY, HAIRLINE, INDENT, Ink, SMALL, Style, WIDTH,
};
use crate::tags::TagId;
use crate::{Align, Block, Level, List, Marks, PdfError, Text, pictures, table, terms};

/// All blocks, one below the other.
pub fn lay_out(flow: &mut Flow, blocks: &[Block]) -> Result<(), PdfError> {
    for block in blocks {
        match block {
            Block::Heading(level, text) => heading(flow, *level, text),
            Block::Paragraph(text) => paragraph(flow, text, BODY),
            Block::Small(text) => paragraph(flow, text, SMALL),
            Block::List(list) => {
                self::list(flow, list, 0, None);
                flow.room(AFTER_TEXT);
            }
            Block::Terms(terms) => terms::lay_out(flow, terms)?,
            Block::Table(table) => table::lay_out(flow, table),
            Block::Picture(picture) => {
                flow.room(AROUND);
                let strip = pictures::strip(flow, picture, None, (0, WIDTH))?;
                flow.push(strip, Keep::Free, None);
                flow.room(AROUND);
            }
            Block::Rule => rule(flow),
            Block::Space(height) => flow.more_room(millimetres(*height)),
            Block::Together(blocks) => {
                let first = flow.bands.len();
                lay_out(flow, blocks)?;
                flow.hold_from(first);
            }
            Block::PageBreak => flow.end_page(),
        }
    }
    Ok(())
}

fn heading(flow: &mut Flow, level: Level, text: &Text) {
    let words: String = text.runs.iter().map(|run| run.text.as_str()).collect();
    let title = clean_line(&words);
    if title.is_empty() {
        return;
    }
    let (depth, (style, before, after)) = match level {
        Level::One => (1, Style::heading(level)),
        Level::Two => (2, Style::heading(level)),
        Level::Three => (3, Style::heading(level)),
    };
    let depth = NonZeroU16::new(depth).unwrap_or(NonZeroU16::MIN);
    let tag = flow.tags.add(None, Tag::Hn(depth, Some(title.clone())));
    flow.room(before);
    flow.outline.push(Entry {
        level,
        title,
        band: flow.bands.len(),
    });
    let strips = Paragraph::new(text, style, WIDTH).strips(style, ACROSS, Part::Content(tag));
    flow.push_lines(strips, true);
    flow.room(after);
}

const ACROSS: ColumnBox = ColumnBox {
    x: 0,
    width: WIDTH,
    align: Align::Start,
};

fn paragraph(flow: &mut Flow, text: &Text, style: Style) {
    if text.is_empty() {
        return;
    }
    let tag = flow.tags.add(None, Tag::P);
    let strips = Paragraph::new(text, style, WIDTH).strips(style, ACROSS, Part::Content(tag));
    flow.push_lines(strips, false);
    flow.room(AFTER_TEXT);
}

fn rule(flow: &mut Flow) {
    let mark = Mark {
        x: 0,
        y: 0,
        part: Part::Ornament,
        what: Drawing::Rule {
            width: WIDTH,
            height: HAIRLINE,
            ink: Ink::Hair,
        },
    };
    flow.room(AROUND);
    let strip = Strip {
        height: HAIRLINE,
        marks: vec![mark],
    };
    flow.push(strip, Keep::Free, None);
    flow.room(AROUND);
}

fn list(flow: &mut Flow, list: &List, indent: Length, under: Option<TagId>) {
    if list.items.is_empty() {
        return;
    }
    let marks = list.marks.words(list.items.len());
    // As much as the widest mark needs, so that all texts begin below each other. A deep list keeps half the page for text.
    let widest = marks
        .iter()
        .flat_map(|mark| Paragraph::new(&mark.into(), BODY, WIDTH).lines)
        .map(|line| line.width)
        .max();
    let step = INDENT.max(widest.unwrap_or_default() + 6_000);
    let x = (indent + step).min(WIDTH / 2);
    let place = ColumnBox {
        x,
        width: WIDTH - x,
        align: Align::Start,
    };
    let whole = flow.tags.add(under, Tag::L(list.marks.numbering()));
    for (item, mark) in list.items.iter().zip(&marks) {
        let row = flow.tags.add(Some(whole), Tag::LI);
        let label = flow.tags.add(Some(row), Tag::Lbl);
        let body = flow.tags.add(Some(row), Tag::LBody);
        let text = flow.tags.add(Some(body), Tag::P);
        let mut strips =
            Paragraph::new(&item.text, BODY, place.width).strips(BODY, place, Part::Content(text));
        let before = ColumnBox {
            x: x - step,
            width: WIDTH,
            align: Align::Start,
        };
        let mark =
            Paragraph::new(&mark.into(), BODY, WIDTH).strips(BODY, before, Part::Content(label));
        if let (Some(first), Some(mark)) = (strips.first_mut(), mark.into_iter().next()) {
            first.marks.extend(mark.marks);
        }
        flow.push_lines(strips, false);
        flow.room(AFTER_ITEM);
        if let Some(inner) = &item.list {
            self::list(flow, inner, x, Some(body));
        }
    }
}

impl Marks {
    fn numbering(&self) -> ListNumbering {
        match self {
            Self::Bullets => ListNumbering::Disc,
            Self::Numbers { .. } | Self::Clauses { .. } => ListNumbering::Decimal,
            Self::Letters => ListNumbering::LowerAlpha,
        }
    }

    fn words(&self, count: usize) -> Vec<String> {
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        (0..count)
            .map(|at| match self {
                Self::Bullets => "•".to_owned(),
                Self::Numbers { from } => format!("{}.", from.saturating_add(at)),
                Self::Letters => format!("({})", letters(at)),
                Self::Clauses { of } => format!("{of}.{}", at + 1),
            })
            .collect()
    }
}

/// a … z, aa, ab …, as spreadsheets count columns.
fn letters(at: u32) -> String {
    let letter = char::from_u32(u32::from('a') + at % 26).unwrap_or('a');
    match at / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", letters(more - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_count_on() {
        assert_eq!(Marks::Numbers { from: 3 }.words(2), ["3.", "4."]);
        assert_eq!(
            Marks::Clauses { of: "4".to_owned() }.words(2),
            ["4.1", "4.2"]
        );
        let letters = Marks::Letters.words(28);
        assert_eq!(
            (&*letters[0], &*letters[25], &*letters[27]),
            ("(a)", "(z)", "(ab)")
        );
    }

    #[test]
    fn a_heading_holds_what_follows_and_says_so_in_the_outline() -> anyhow::Result<()> {
        let mut flow = Flow::default();
        lay_out(
            &mut flow,
            &[
                Block::heading(Level::Two, "1. The home"),
                Block::text("It is fit."),
            ],
        )?;
        assert_eq!(flow.bands[0].keep, Keep::Firm);
        assert_eq!(flow.bands[1].keep, Keep::Free);
        assert_eq!(
            (flow.outline[0].band, flow.outline[0].title.as_str()),
            (0, "1. The home")
        );
        Ok(())
    }

    #[test]
    fn blocks_together_hold_each_other_but_not_what_follows() -> anyhow::Result<()> {
        let mut flow = Flow::default();
        let together = Block::Together(vec![Block::text("a"), Block::text("b")]);
        lay_out(&mut flow, &[together, Block::text("c")])?;
        let keeps: Vec<_> = flow.bands.iter().map(|band| band.keep).collect();
        assert_eq!(keeps, [Keep::Together, Keep::Free, Keep::Free]);
        Ok(())
    }
}

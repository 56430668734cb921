//! Blocks become bands, one below the other, before it is known which page each stands on.

use std::rc::Rc;

use krilla::image::Image;

use crate::length::Length;
use crate::paragraph::Paragraph;
use crate::shape::Piece;
use crate::style::{Ink, Style};
use crate::tags::{TagId, Tags};
use crate::{Align, Level};

/// A strip across the page that is never cut: a line, or the lines of a row that stand beside each other.
#[derive(Debug)]
pub struct Band {
    /// Above it, unless it is the first of a page.
    pub gap: Length,
    /// Without the gap.
    pub height: Length,
    /// The marks that are drawn in it.
    pub marks: Vec<Mark>,
    /// The hold on the next band, which may have to stand on the same page.
    pub keep: Keep,
    /// The head that is repeated above it if a page begins with it.
    pub head: Option<usize>,
    /// True when it begins a page.
    pub begins_page: bool,
}

/// The firmness with which a band holds the next one. Bands too tall for a page come apart, first where they hold loosest.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Keep {
    /// Not at all.
    Free,
    /// The blocks belong together.
    Together,
    /// A heading, the first lines of a paragraph, a row.
    Firm,
}

/// Something drawn. Lengths are from the left edge of the text and the top of the band, later of the page's text.
#[derive(Clone, Debug)]
pub struct Mark {
    /// From the left.
    pub x: Length,
    /// From the top: of a text its baseline, of the rest its upper edge.
    pub y: Length,
    /// Its role for a screen reader.
    pub part: Part,
    /// Its look.
    pub what: Drawing,
}

/// The order in which a page is drawn: ornaments first, then the content in reading order.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub enum Part {
    /// A line that means nothing.
    Ornament,
    /// A head that was said before.
    Repeated,
    /// Content.
    Content(TagId),
    /// The foot.
    Foot,
}

/// The visible part of a mark.
#[derive(Clone, Debug)]
pub enum Drawing {
    /// A line of text.
    Text {
        /// The text that the glyphs' ranges refer to.
        text: Rc<str>,
        /// From left to right.
        pieces: Vec<Piece>,
        /// The style in which it is set.
        style: Style,
    },
    /// A filled rectangle.
    Rule {
        /// To the right.
        width: Length,
        /// Down.
        height: Length,
        /// Filled with.
        ink: Ink,
    },
    /// A picture.
    Picture {
        /// Itself.
        image: Image,
        /// To the right.
        width: Length,
        /// Down.
        height: Length,
    },
}

/// A band's worth of one column.
#[derive(Debug, Default)]
pub struct Strip {
    /// The height that it takes.
    pub height: Length,
    /// The marks that are drawn in it.
    pub marks: Vec<Mark>,
}

/// A heading, for the outline that a reader shows beside the pages.
#[derive(Debug)]
pub struct Entry {
    /// Its depth.
    pub level: Level,
    /// Its text.
    pub title: String,
    /// Its band.
    pub band: usize,
}

/// A head that comes again.
#[derive(Debug)]
pub struct Head {
    /// The height that it takes.
    pub height: Length,
    /// The marks that are drawn in it.
    pub marks: Vec<Mark>,
}

/// A document in bands.
#[derive(Default)]
pub struct Flow {
    /// From top to bottom.
    pub bands: Vec<Band>,
    /// The heads that [`Band::head`] counts.
    pub heads: Vec<Head>,
    /// In reading order.
    pub outline: Vec<Entry>,
    /// The tags for screen readers.
    pub tags: Tags,
    room: Length,
    more_room: Length,
    page_ends: bool,
}

impl Flow {
    /// At least so much room before what follows.
    pub fn room(&mut self, room: Length) {
        self.room = self.room.max(room);
    }

    /// So much room more before what follows.
    pub fn more_room(&mut self, room: Length) {
        self.more_room = self.more_room.saturating_add(room);
    }

    /// Makes the next band begin a page.
    pub fn end_page(&mut self) {
        self.page_ends = true;
    }

    /// One more band.
    pub fn push(&mut self, strip: Strip, keep: Keep, head: Option<usize>) {
        self.bands.push(Band {
            gap: std::mem::take(&mut self.room).saturating_add(std::mem::take(&mut self.more_room)),
            height: strip.height,
            marks: strip.marks,
            keep,
            head,
            begins_page: std::mem::take(&mut self.page_ends),
        });
    }

    /// Lines of a paragraph: neither its first nor its last stands alone on a page.
    pub fn push_lines(&mut self, strips: Vec<Strip>, with_next: bool) {
        let last = strips.len().saturating_sub(1);
        for (number, strip) in strips.into_iter().enumerate() {
            let alone = number == 0 || number + 1 == last;
            let keep = if number < last && alone || with_next {
                Keep::Firm
            } else {
                Keep::Free
            };
            self.push(strip, keep, None);
        }
    }

    /// The bands from that one to the one before last stay with what follows them.
    pub fn hold_from(&mut self, first: usize) {
        let last = self.bands.len().saturating_sub(1);
        for band in self.bands.get_mut(first..last).into_iter().flatten() {
            band.keep = band.keep.max(Keep::Together);
        }
    }
}

/// Where a column stands and where its text.
#[derive(Clone, Copy, Debug)]
pub struct ColumnBox {
    /// Its left edge.
    pub x: Length,
    /// Its width.
    pub width: Length,
    /// Where its text stands.
    pub align: Align,
}

impl Paragraph {
    /// Its lines as strips.
    pub fn strips(self, style: Style, place: ColumnBox, part: Part) -> Vec<Strip> {
        let text = self.text;
        let strip = |line: crate::paragraph::Line| Strip {
            height: style.line,
            marks: vec![Mark {
                x: match place.align {
                    Align::Start => place.x,
                    Align::End => place.x + place.width - line.width,
                },
                y: style.baseline(),
                part,
                what: Drawing::Text {
                    text: Rc::clone(&text),
                    pieces: line.pieces,
                    style,
                },
            }],
        };
        self.lines.into_iter().map(strip).collect()
    }
}

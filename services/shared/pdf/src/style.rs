//! The look of Lintel on paper: sizes in thousandths of a point, colours of the light scheme.

use crate::Level;
use crate::length::Length;

/// A4.
pub const PAGE: (Length, Length) = (595_276, 841_890);
/// Left and right of the text.
pub const SIDE: Length = 68_000;
/// Above the text.
pub const TOP: Length = 60_000;
/// Below the text; the foot stands in it.
pub const BOTTOM: Length = 70_000;
/// From the lower edge to the foot's baseline.
pub const FOOT_UP: Length = 36_000;
/// The text.
pub const WIDTH: Length = PAGE.0 - 2 * SIDE;
/// See [`WIDTH`].
pub const HEIGHT: Length = PAGE.1 - TOP - BOTTOM;

/// Between paragraphs.
pub const AFTER_TEXT: Length = 5_000;
/// Between items of a list.
pub const AFTER_ITEM: Length = 3_000;
/// Before and after tables and pictures.
pub const AROUND: Length = 9_000;
/// From the edge of a list to its text.
pub const INDENT: Length = 20_000;
/// Above and below the text of a row.
pub const PADDING: Length = 4_500;
/// Between columns.
pub const GUTTER: Length = 10_000;
/// The thickness of a hairline.
pub const HAIRLINE: Length = 600;
/// The thickness of the beam above a total.
pub const BEAM: Length = 1_500;

/// The colour of something.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ink {
    /// Text, and the beam above a total.
    Strong,
    /// Labels and notes.
    Muted,
    /// Hairlines.
    Hair,
    /// Text that says something is missing.
    Danger,
}

impl Ink {
    /// Red, green, blue.
    pub fn rgb(self) -> (u8, u8, u8) {
        match self {
            Self::Strong => (0x11, 0x21, 0x1F),
            Self::Muted => (0x48, 0x57, 0x54),
            Self::Hair => (0xDC, 0xE3, 0xE1),
            Self::Danger => (0xA8, 0x1E, 0x1E),
        }
    }
}

/// The style of text.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The em.
    pub size: Length,
    /// From baseline to baseline.
    pub line: Length,
    /// True when text that is not bold by itself is.
    pub bold: bool,
    /// Its colour.
    pub ink: Ink,
}

impl Style {
    const fn new(size: Length, line: Length, bold: bool, ink: Ink) -> Self {
        Self {
            size,
            line,
            bold,
            ink,
        }
    }

    /// From the top of a line to its baseline: ascent and descent of the face (1.000 and 0.303 em) in the middle.
    pub fn baseline(self) -> Length {
        self.line / 2 + self.size / 1000 * 348
    }

    /// Returns the style of a heading of that level, with the room before it and after it.
    pub fn heading(level: Level) -> (Self, Length, Length) {
        match level {
            Level::One => (Self::new(17_000, 22_000, true, Ink::Strong), 0, 8_000),
            Level::Two => (Self::new(11_500, 15_500, true, Ink::Strong), 14_000, 4_000),
            Level::Three => (Self::new(10_000, 14_500, true, Ink::Strong), 10_000, 3_000),
        }
    }
}

/// Paragraphs, lists and cells.
pub const BODY: Style = Style::new(10_000, 14_500, false, Ink::Strong);
/// Values of terms and sums.
pub const VALUE: Style = Style::new(10_000, 14_500, true, Ink::Strong);
/// Values that are missing.
pub const MISSING: Style = Style::new(10_000, 14_500, true, Ink::Danger);
/// Labels of terms.
pub const LABEL: Style = Style::new(10_000, 14_500, false, Ink::Muted);
/// Notes and the heads of columns.
pub const SMALL: Style = Style::new(9_000, 12_500, false, Ink::Muted);
/// The foot of a page.
pub const FOOT: Style = Style::new(8_500, 11_000, false, Ink::Muted);

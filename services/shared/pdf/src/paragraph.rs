//! Text in lines.

use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use unicode_bidi::{BidiInfo, Level};
use unicode_linebreak::{BreakOpportunity, linebreaks};

use crate::Text;
use crate::clean::clean;
use crate::length::Length;
use crate::shape::{Piece, Setting, clusters};
use crate::style::Style;

/// A text in lines.
#[derive(Debug)]
pub struct Paragraph {
    /// The text that the glyphs' ranges refer to.
    pub text: Rc<str>,
    /// From top to bottom, at least one.
    pub lines: Vec<Line>,
}

/// One line.
#[derive(Debug, Default)]
pub struct Line {
    /// From left to right.
    pub pieces: Vec<Piece>,
    /// Without the spaces at its end.
    pub width: Length,
}

/// A part in which a line never breaks, with the spaces after it.
struct Word {
    pieces: Vec<Piece>,
    width: Length,
    spaces: Vec<Piece>,
    spaces_width: Length,
    /// True when a line ends after it whatever room there is.
    ends_line: bool,
}

impl Paragraph {
    /// The text in lines of at most `width`, broken as Unicode says (UAX 14). A word wider than a line is broken anywhere.
    pub fn new(text: &Text, style: Style, width: Length) -> Self {
        let (text, bold) = joined(text, style.bold);
        let levels = BidiInfo::new(&text, Some(Level::ltr())).levels;
        let setting = Setting {
            text: &text,
            bold: &bold,
            levels: &levels,
            size: style.size,
        };
        let lines = fill(&setting, words(&setting), width);
        Self {
            lines,
            text: text.as_str().into(),
        }
    }
}

/// The characters of all runs and whether each byte of them is bold.
fn joined(text: &Text, all_bold: bool) -> (String, Vec<bool>) {
    let mut joined = String::new();
    let mut bold = Vec::new();
    for run in &text.runs {
        joined.push_str(&clean(&run.text));
        bold.resize(joined.len(), run.bold || all_bold);
    }
    // A cell without text is still a cell.
    if joined.trim_matches([' ', '\n']).is_empty() {
        joined = "\u{A0}".to_owned();
        bold = vec![false; joined.len()];
    }
    (joined, bold)
}

fn words(setting: &Setting<'_>) -> VecDeque<Word> {
    let mut start = 0;
    let mut words = VecDeque::new();
    for (end, opportunity) in linebreaks(setting.text) {
        words.push_back(word(
            setting,
            start..end,
            opportunity == BreakOpportunity::Mandatory,
        ));
        start = end;
    }
    words
}

fn word(setting: &Setting<'_>, range: Range<usize>, ends_line: bool) -> Word {
    let all = setting.text.get(range.clone()).unwrap_or_default();
    let shown = all.trim_end_matches('\n');
    let letters = shown.trim_end_matches(' ');
    let pieces = setting.shape(range.start..range.start + letters.len());
    let spaces = setting.shape(range.start + letters.len()..range.start + shown.len());
    Word {
        width: width_of(&pieces),
        spaces_width: width_of(&spaces),
        pieces,
        spaces,
        ends_line,
    }
}

fn width_of(pieces: &[Piece]) -> Length {
    pieces.iter().map(|piece| piece.width).sum()
}

fn fill(setting: &Setting<'_>, mut words: VecDeque<Word>, width: Length) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line: Vec<Word> = Vec::new();
    let mut used = 0;
    while let Some(word) = words.pop_front() {
        if used + word.width > width && !line.is_empty() {
            lines.push(finished(std::mem::take(&mut line)));
            used = 0;
        }
        if word.width > width {
            let letters = letters(setting, &word);
            if letters.len() > 1 {
                for letter in letters.into_iter().rev() {
                    words.push_front(letter);
                }
                continue;
            }
        }
        used += word.width + word.spaces_width;
        let ends_line = word.ends_line;
        line.push(word);
        if ends_line {
            lines.push(finished(std::mem::take(&mut line)));
            used = 0;
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(finished(line));
    }
    lines
}

/// A word as its letters, the last with the spaces after it.
fn letters(setting: &Setting<'_>, word: &Word) -> Vec<Word> {
    let start = word.pieces.iter().map(|piece| piece.range.start).min();
    let end = word.pieces.iter().map(|piece| piece.range.end).max();
    let range = start.unwrap_or_default()..end.unwrap_or_default();
    let mut letters: Vec<Word> = clusters(setting.text, range)
        .into_iter()
        .map(|cluster| self::word(setting, cluster, false))
        .collect();
    if let Some(last) = letters.last_mut() {
        last.spaces.clone_from(&word.spaces);
        last.spaces_width = word.spaces_width;
        last.ends_line = word.ends_line;
    }
    letters
}

/// The pieces of a line in the order in which they stand on paper (rules L1 and L2 of UAX 9).
fn finished(words: Vec<Word>) -> Line {
    let mut pieces = Vec::new();
    let mut width = 0;
    let last = words.len().saturating_sub(1);
    for (number, word) in words.into_iter().enumerate() {
        width += word.width;
        pieces.extend(word.pieces);
        let mut spaces = word.spaces;
        if number == last {
            for piece in &mut spaces {
                piece.level = Level::ltr();
            }
        } else {
            width += word.spaces_width;
        }
        pieces.extend(spaces);
    }
    let levels: Vec<Level> = pieces.iter().map(|piece: &Piece| piece.level).collect();
    let mut pieces: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    let ordered = BidiInfo::reorder_visual(&levels)
        .into_iter()
        .filter_map(|at| pieces.get_mut(at)?.take());
    Line {
        pieces: together(ordered),
        width,
    }
}

/// Neighbours of one font and direction as one piece.
fn together(pieces: impl Iterator<Item = Piece>) -> Vec<Piece> {
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        match joined.last_mut() {
            Some(before) if follows(before, &piece) => {
                before.range = before.range.start.min(piece.range.start)
                    ..before.range.end.max(piece.range.end);
                before.width += piece.width;
                before.glyphs.extend(piece.glyphs);
            }
            _ => joined.push(piece),
        }
    }
    joined
}

fn follows(before: &Piece, piece: &Piece) -> bool {
    let adjacent = if before.level.is_rtl() {
        piece.range.end == before.range.start
    } else {
        piece.range.start == before.range.end
    };
    before.font == piece.font && before.level == piece.level && adjacent
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::style::BODY;

    /// Returns the text of each line, in reading order.
    fn lines(text: impl Into<Text>, width: Length) -> Vec<String> {
        let paragraph = Paragraph::new(&text.into(), BODY, width);
        let line = |line: &Line| {
            let mut ranges: Vec<_> = line
                .pieces
                .iter()
                .map(|piece| piece.range.clone())
                .collect();
            ranges.sort_by_key(|range| range.start);
            ranges
                .into_iter()
                .map(|range| &paragraph.text[range])
                .collect()
        };
        paragraph.lines.iter().map(line).collect()
    }

    #[test]
    fn lines_break_between_words_and_not_in_a_postcode() {
        assert_eq!(
            lines("Room 4, 212 Ashmead Road, Bristol BS6\u{A0}7QD", 150_000),
            ["Room 4, 212 Ashmead Road, ", "Bristol BS6\u{A0}7QD"]
        );
        assert_eq!(
            lines("one\ntwo\n\nthree", 150_000),
            ["one ", "two ", " ", "three"]
        );
        assert_eq!(lines("", 150_000), ["\u{A0}"]);
    }

    #[test]
    fn a_word_wider_than_the_line_is_broken_anywhere() {
        let hash = "9f2c71d0e41b".repeat(6);
        let broken = lines(format!("see {hash} there").as_str(), 100_000);
        assert_eq!(broken[0], "see ");
        assert!(broken.len() > 4);
        assert_eq!(broken.concat(), format!("see {hash} there"));
    }

    #[test]
    fn a_name_in_hebrew_stands_from_right_to_left_in_an_english_line() {
        let paragraph = Paragraph::new(&"To משה כהן of Leeds".into(), BODY, 400_000);
        let starts: Vec<_> = paragraph.lines[0]
            .pieces
            .iter()
            .map(|piece| piece.range.start)
            .collect();
        assert_eq!(
            paragraph.lines[0]
                .pieces
                .first()
                .map(|piece| piece.range.clone()),
            Some(0..3)
        );
        let stands = |start| starts.iter().position(|other| *other == start);
        let (family, first) = (stands(10), stands(3));
        assert!(family.is_some() && family < first, "{starts:?}");
    }

    #[test]
    fn bold_runs_are_pieces_of_their_own() {
        let text = Text::plain("Rent is ").and_bold("£610.00").and(" a month");
        let paragraph = Paragraph::new(&text, BODY, 400_000);
        assert_eq!(paragraph.lines[0].pieces.len(), 3);
    }

    proptest! {
        #[test]
        fn no_text_is_lost_and_none_makes_it_fail(text in "\\PC{0,80}", width in 1_000_i32..200_000) {
            let paragraph = Paragraph::new(&text.as_str().into(), BODY, width);
            let mut covered = vec![false; paragraph.text.len()];
            for piece in paragraph.lines.iter().flat_map(|line| &line.pieces) {
                covered[piece.range.clone()].fill(true);
                for glyph in &piece.glyphs {
                    prop_assert!(paragraph.text.is_char_boundary(glyph.text_range.start));
                    prop_assert!(paragraph.text.is_char_boundary(glyph.text_range.end));
                    prop_assert!(glyph.glyph_id.to_u32() != 0);
                }
            }
            for (at, character) in paragraph.text.char_indices() {
                prop_assert!(covered[at] || character == '\n', "{character:?}");
            }
        }
    }
}

//! Characters to glyphs.

use std::ops::Range;

use krilla::text::{GlyphId, KrillaGlyph};
use rustybuzz::{BufferFlags, Direction, Face, UnicodeBuffer};
use unicode_bidi::Level;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory as _};

use crate::clean::{REPLACEMENT, joins};
use crate::fonts::{FontId, font_of};
use crate::length::{Length, ems, share};

/// Glyphs of one font, size and direction, from left to right.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Their font.
    pub font: FontId,
    /// Which way they are read.
    pub level: Level,
    /// Themselves; their ranges are those of the paragraph's text.
    pub glyphs: Vec<KrillaGlyph>,
    /// The range of the paragraph's text that they cover.
    pub range: Range<usize>,
    /// From the left edge of the first to that of what follows.
    pub width: Length,
}

/// The properties besides its characters on which the glyphs of a text's part depend.
pub struct Setting<'a> {
    /// The whole paragraph.
    pub text: &'a str,
    /// For each byte of it, true where it is bold.
    pub bold: &'a [bool],
    /// For each byte of it, the direction in which it is read.
    pub levels: &'a [Level],
    /// The em.
    pub size: Length,
}

impl Setting<'_> {
    /// The part, in reading order.
    pub fn shape(&self, part: Range<usize>) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (font, range) in self.by_font(part) {
            let level = self
                .levels
                .get(range.start)
                .copied()
                .unwrap_or(Level::ltr());
            pieces.push(self.piece(font, level, range));
        }
        pieces
    }

    /// The part in ranges of one font and direction; `None` is the sign for what no font has.
    fn by_font(&self, part: Range<usize>) -> Vec<(Option<FontId>, Range<usize>)> {
        let mut ranges: Vec<(Option<FontId>, Range<usize>)> = Vec::new();
        for cluster in clusters(self.text, part) {
            let bold = self.bold.get(cluster.start).copied().unwrap_or_default();
            for (font, range) in with_fonts(self.text, cluster, bold) {
                let level = self.levels.get(range.start);
                match ranges.last_mut() {
                    Some((last, before))
                        if *last == font && self.levels.get(before.start) == level =>
                    {
                        before.end = range.end;
                    }
                    _ => ranges.push((font, range)),
                }
            }
        }
        ranges
    }

    fn piece(&self, font: Option<FontId>, level: Level, range: Range<usize>) -> Piece {
        let shaped = font
            .and_then(|font| Some((font, glyphs(font.font().face()?, self.text, &range, level)?)));
        let (font, glyphs, units, per_em) = match shaped {
            Some((font, shaped)) => (font, shaped.glyphs, shaped.advance, shaped.per_em),
            None => self.replaced(&range),
        };
        Piece {
            font,
            level,
            glyphs,
            range,
            width: share(self.size, units, per_em),
        }
    }

    /// The sign for what cannot be shown, once for each character. What is copied from the page is the character itself.
    fn replaced(&self, range: &Range<usize>) -> (FontId, Vec<KrillaGlyph>, i32, i32) {
        let font = FontId::LAST;
        let Some((face, sign)) = font
            .font()
            .face()
            .and_then(|face| Some((face, face.glyph_index(REPLACEMENT)?)))
        else {
            return (font, Vec::new(), 0, 1);
        };
        let advance = i32::from(face.glyph_hor_advance(sign).unwrap_or_default());
        let per_em = face.units_per_em();
        let characters = self
            .text
            .get(range.clone())
            .unwrap_or_default()
            .char_indices();
        let glyphs: Vec<_> = characters
            .map(|(at, character)| {
                let start = range.start + at;
                let covers = start..start + character.len_utf8();
                KrillaGlyph::new(
                    GlyphId::new(sign.0.into()),
                    ems(advance, per_em),
                    0.0,
                    0.0,
                    0.0,
                    covers,
                    None,
                )
            })
            .collect();
        let count = i32::try_from(glyphs.len()).unwrap_or(i32::MAX);
        (font, glyphs, advance.saturating_mul(count), per_em)
    }
}

struct Shaped {
    glyphs: Vec<KrillaGlyph>,
    advance: i32,
    per_em: i32,
}

/// `None` when the font turns out to lack something.
fn glyphs(face: &Face<'_>, text: &str, range: &Range<usize>, level: Level) -> Option<Shaped> {
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text.get(range.clone())?);
    buffer.set_flags(BufferFlags::REMOVE_DEFAULT_IGNORABLES);
    buffer.guess_segment_properties();
    buffer.set_direction(if level.is_rtl() {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    });
    let shaped = rustybuzz::shape(face, &[], buffer);
    let per_em = face.units_per_em();
    let mut starts: Vec<usize> = shaped
        .glyph_infos()
        .iter()
        .filter_map(|info| usize::try_from(info.cluster).ok())
        .collect();
    starts.sort_unstable();
    starts.dedup();
    let mut advance = 0_i32;
    let mut glyphs = Vec::with_capacity(shaped.len());
    for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
        if info.glyph_id == 0 {
            return None;
        }
        let start = usize::try_from(info.cluster).ok()?;
        let next = starts.partition_point(|other| *other <= start);
        let end = starts.get(next).map_or(range.end, |end| range.start + end);
        advance = advance.saturating_add(position.x_advance);
        glyphs.push(KrillaGlyph::new(
            GlyphId::new(info.glyph_id),
            ems(position.x_advance, per_em),
            ems(position.x_offset, per_em),
            ems(position.y_offset, per_em),
            0.0,
            range.start + start..end,
            None,
        ));
    }
    Some(Shaped {
        glyphs,
        advance,
        per_em,
    })
}

/// Letters with their marks, in reading order.
pub fn clusters(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, character) in text.get(part.clone()).unwrap_or_default().char_indices() {
        let range = part.start + at..part.start + at + character.len_utf8();
        let belongs =
            joins(character) || character.general_category_group() == GeneralCategoryGroup::Mark;
        match found.last_mut() {
            Some(before) if belongs => before.end = range.end,
            _ => found.push(range),
        }
    }
    found
}

/// The font of a cluster; of each character by itself if no font has them all.
fn with_fonts(
    text: &str,
    cluster: Range<usize>,
    bold: bool,
) -> Vec<(Option<FontId>, Range<usize>)> {
    let letters = text.get(cluster.clone()).unwrap_or_default();
    if let Some(font) = font_of(letters, bold) {
        return vec![(Some(font), cluster)];
    }
    let each = letters.char_indices().map(|(at, character)| {
        let start = cluster.start + at;
        let font = font_of(character.encode_utf8(&mut [0; 4]), bold);
        (font, start..start + character.len_utf8())
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Vec<Piece> {
        let levels = unicode_bidi::BidiInfo::new(text, Some(Level::ltr())).levels;
        let bold = vec![false; text.len()];
        let setting = Setting {
            text,
            bold: &bold,
            levels: &levels,
            size: 10_000,
        };
        setting.shape(0..text.len())
    }

    #[test]
    fn each_run_of_a_script_has_its_font_and_direction() {
        let pieces = shape("Ivan Иван משה");
        let fonts: Vec<_> = pieces
            .iter()
            .map(|piece| (piece.range.clone(), piece.level.is_rtl()))
            .collect();
        assert_eq!(
            fonts,
            [
                (0..5, false),
                (5..13, false),
                (13..14, false),
                (14..20, true)
            ]
        );
        assert_eq!(
            pieces[3].glyphs[0].text_range,
            18..20,
            "the last letter is leftmost"
        );
    }

    #[test]
    fn every_character_of_a_piece_is_under_exactly_one_cluster() {
        for text in [
            "office",
            "नमस्ते",
            "السلام",
            "e\u{301}\u{308}",
            "สวัสดี",
            "ন্দ্র",
            "क्\u{200D}ष",
        ] {
            for piece in shape(text) {
                let mut ranges: Vec<_> = piece
                    .glyphs
                    .iter()
                    .map(|glyph| glyph.text_range.clone())
                    .collect();
                ranges.sort_by_key(|range| range.start);
                ranges.dedup();
                let covered: usize = ranges.iter().map(ExactSizeIterator::len).sum();
                assert_eq!(covered, piece.range.len(), "{text}");
            }
        }
    }

    #[test]
    fn what_no_font_has_is_replaced_once_for_each_character() {
        let pieces = shape("🏠🏠");
        assert_eq!(pieces.len(), 1);
        assert_eq!(pieces[0].glyphs.len(), 2);
        assert_eq!(pieces[0].font, FontId::LAST);
        assert!(pieces[0].width > 0);
    }

    #[test]
    fn five_figures_are_28_points_wide_at_ten() {
        assert_eq!(shape("12345")[0].width, 28_000);
    }
}

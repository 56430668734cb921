//! The fonts, and which of them has a character.

use std::sync::OnceLock;

use krilla::text::Tag;
use rustybuzz::Face;
use rustybuzz::ttf_parser;

use crate::clean::joins;

/// One cut of one font file.
pub struct Font {
    bytes: &'static [u8],
    weight: Option<f32>,
    face: OnceLock<Option<Face<'static>>>,
    drawn: OnceLock<Option<krilla::text::Font>>,
}

impl Font {
    const fn new(bytes: &'static [u8], weight: Option<f32>) -> Self {
        Self {
            bytes,
            weight,
            face: OnceLock::new(),
            drawn: OnceLock::new(),
        }
    }

    /// To shape with.
    pub fn face(&self) -> Option<&Face<'static>> {
        let read = || {
            let mut face = Face::from_slice(self.bytes, 0)?;
            if let Some(weight) = self.weight {
                face.set_variation(ttf_parser::Tag::from_bytes(b"wght"), weight);
            }
            Some(face)
        };
        self.face.get_or_init(read).as_ref()
    }

    /// To draw with.
    pub fn drawn(&self) -> Option<krilla::text::Font> {
        let read = || {
            let weight = self.weight.map(|weight| (Tag::new(b"wght"), weight));
            krilla::text::Font::new_variable(self.bytes.into(), 0, weight.as_slice())
        };
        self.drawn.get_or_init(read).clone()
    }

    fn has(&self, cluster: &str) -> bool {
        let Some(face) = self.face() else {
            return false;
        };
        cluster.chars().all(|character| {
            joins(character)
                || face
                    .glyph_index(character)
                    .is_some_and(|glyph| glyph.0 != 0)
        })
    }
}

/// One of [`FONTS`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct FontId(usize);

impl FontId {
    /// The font with the sign for what no font has; it has Latin, Greek and Cyrillic as well.
    pub const LAST: Self = Self(2);

    /// The font itself.
    pub fn font(self) -> &'static Font {
        FONTS.get(self.0).unwrap_or(&FONTS[0])
    }
}

/// The first font that has every character of a cluster, which are a letter and its marks; `None` if there is none.
pub fn font_of(cluster: &str, bold: bool) -> Option<FontId> {
    let first = if bold { [1, 3] } else { [0, 2] };
    first
        .into_iter()
        .chain(SCRIPTS..FONTS.len())
        .map(FontId)
        .find(|id| id.font().has(cluster))
}

macro_rules! bytes {
    ($file:literal) => {
        include_bytes!(concat!("../fonts/", $file))
    };
}

/// Where the fonts that have one weight begin.
const SCRIPTS: usize = 4;
static FONTS: [Font; 23] = [
    Font::new(bytes!("HankenGrotesk.ttf"), Some(400.0)),
    Font::new(bytes!("HankenGrotesk.ttf"), Some(600.0)),
    Font::new(bytes!("NotoSans-Regular.ttf"), None),
    Font::new(bytes!("NotoSans-Bold.ttf"), None),
    Font::new(bytes!("NotoSansArabic-Regular.ttf"), None),
    Font::new(bytes!("NotoSansHebrew-Regular.ttf"), None),
    Font::new(bytes!("NotoSansDevanagari-Regular.ttf"), None),
    Font::new(bytes!("NotoSansBengali-Regular.ttf"), None),
    Font::new(bytes!("NotoSansGujarati-Regular.ttf"), None),
    Font::new(bytes!("NotoSansGurmukhi-Regular.ttf"), None),
    Font::new(bytes!("NotoSansTamil-Regular.ttf"), None),
    Font::new(bytes!("NotoSansThai-Regular.ttf"), None),
    Font::new(bytes!("NotoSansEthiopic-Regular.ttf"), None),
    Font::new(bytes!("NotoSansArmenian-Regular.ttf"), None),
    Font::new(bytes!("NotoSansGeorgian-Regular.ttf"), None),
    Font::new(bytes!("NotoSansMalayalam-Regular.ttf"), None),
    Font::new(bytes!("NotoSansTelugu-Regular.ttf"), None),
    Font::new(bytes!("NotoSansKannada-Regular.ttf"), None),
    Font::new(bytes!("NotoSansSinhala-Regular.ttf"), None),
    Font::new(bytes!("NotoSansKhmer-Regular.ttf"), None),
    Font::new(bytes!("NotoSansLao-Regular.ttf"), None),
    Font::new(bytes!("NotoSansMyanmar-Regular.ttf"), None),
    // Last: it has most characters and the plainest shapes.
    Font::new(bytes!("DroidSansFallback.ttf"), None),
];

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;
    use crate::clean::REPLACEMENT;

    #[test]
    fn every_file_can_be_read_and_the_sign_for_the_unknown_is_there() {
        for (number, font) in FONTS.iter().enumerate() {
            assert!(
                font.face().is_some() && font.drawn().is_some(),
                "font {number}"
            );
        }
        assert!(FontId::LAST.font().has(&REPLACEMENT.to_string()));
    }

    #[test]
    fn each_script_has_a_font_and_an_emoji_has_none() {
        for (text, font) in [
            ("A", 0),
            ("ł", 0),
            ("£", 0),
            ("−", 0),
            ("’", 0),
            ("λ", 2),
            ("Ж", 2),
            ("م", 4),
            ("ש", 5),
            ("अ", 6),
            ("ঢ", 7),
            ("ગ", 8),
            ("ਪ", 9),
            ("த", 10),
            ("ส", 11),
            ("ሀ", 12),
            ("Ա", 13),
            ("თ", 14),
            ("മ", 15),
            ("త", 16),
            ("ಕ", 17),
            ("ස", 18),
            ("ស", 19),
            ("ລ", 20),
            ("မ", 21),
            ("王", 22),
            ("サ", 22),
            ("김", 22),
            ("e\u{301}", 0),
            ("क\u{94D}", 6),
        ] {
            assert_eq!(font_of(text, false), Some(FontId(font)), "{text}");
        }
        assert_eq!(font_of("A", true), Some(FontId(1)));
        assert_eq!(font_of("Ж", true), Some(FontId(3)));
        assert_eq!(font_of("🏠", false), None);
    }

    #[test]
    fn figures_are_as_wide_as_each_other_in_both_weights() -> anyhow::Result<()> {
        for font in &FONTS[..2] {
            let face = font.face().context("a face")?;
            let width = |character| face.glyph_hor_advance(face.glyph_index(character)?);
            for figure in "0123456789£−".chars() {
                assert!(width(figure).is_some());
                assert_eq!(width(figure), width('0'), "{figure}");
            }
        }
        Ok(())
    }
}

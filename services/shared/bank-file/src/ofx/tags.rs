//! The tags of an OFX file with the text after each.

use lintel_sheet::LineNumbers;

use crate::{Refused, entities::resolved};

/// The longest name of a tag.
const LONGEST_NAME: usize = 200;

/// A tag and the text up to the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag<'t> {
    /// Its name in capital letters.
    pub name: String,
    /// True when it ends an element.
    pub closes: bool,
    /// Where it is, in bytes.
    pub at: usize,
    text: &'t str,
}

impl Tag<'_> {
    /// Returns its text without escapes.
    pub fn value(&self) -> String {
        meant(self.text)
    }
}

/// The tags of a file, one after the other.
pub struct Tags<'t> {
    text: &'t str,
    at: usize,
    numbers: LineNumbers<'t>,
}

impl<'t> Tags<'t> {
    /// From the beginning of a file.
    pub fn of(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            numbers: LineNumbers::of(text.as_bytes()),
        }
    }

    /// The line of a place. Asked from the beginning to the end.
    pub fn line(&mut self, at: usize) -> u32 {
        let at = u64::try_from(at).unwrap_or(u64::MAX);
        u32::try_from(self.numbers.at(at)).unwrap_or(u32::MAX)
    }

    /// The next tag; `None` at the end.
    pub fn next(&mut self) -> Result<Option<Tag<'t>>, Refused> {
        loop {
            let Some(found) = self.rest(self.at).find('<') else {
                return Ok(None);
            };
            let at = self.at + found;
            let inner = self.rest(at + 1);
            if inner.starts_with("![CDATA[") || inner.starts_with("!--") {
                self.at = self.after_section(at);
                continue;
            }
            if inner.starts_with('!') {
                let message = "The file declares something of its own (DOCTYPE). It is refused, because that can hide anything.";
                return Err(Refused::at(self.line(at), message));
            }
            if !is_tag(inner) {
                self.at = at + 1;
                continue;
            }
            return self.tag(at).map(Some);
        }
    }

    fn tag(&mut self, at: usize) -> Result<Tag<'t>, Refused> {
        let inner = self.rest(at + 1);
        let Some(end) = inner.find('>').filter(|end| *end <= LONGEST_NAME) else {
            let message = "A tag is not closed with >. Download the file again.";
            return Err(Refused::at(self.line(at), message));
        };
        let name = inner.get(..end).unwrap_or_default();
        let after = at + 1 + end + 1;
        let next = self.next_tag(after);
        self.at = next;
        let closes = name.starts_with('/');
        // `<MEMO/>` and attributes, which OFX does not have, and the namespace of some writers.
        let name = name.trim_start_matches('/').trim_end_matches('/');
        let name = name.split_whitespace().next().unwrap_or_default();
        let name = name.rsplit(':').next().unwrap_or_default();
        Ok(Tag {
            name: name.to_uppercase(),
            closes,
            at,
            text: self.text.get(after..next).unwrap_or_default(),
        })
    }

    /// Where the next tag begins; a `<` in a text begins none.
    fn next_tag(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(found) = self.rest(at).find('<') {
            at += found;
            let inner = self.rest(at + 1);
            if inner.starts_with("![CDATA[") || inner.starts_with("!--") {
                at = self.after_section(at);
            } else if is_tag(inner) || inner.starts_with('!') {
                return at;
            } else {
                at += 1;
            }
        }
        self.text.len()
    }

    /// The place after the comment or the raw text that begins at `at`.
    fn after_section(&self, at: usize) -> usize {
        let rest = self.rest(at);
        let end = if rest.starts_with("<!--") {
            "-->"
        } else {
            "]]>"
        };
        rest.find(end)
            .map_or(self.text.len(), |found| at + found + end.len())
    }

    fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }
}

fn is_tag(inner: &str) -> bool {
    let name = inner.strip_prefix('/').unwrap_or(inner);
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '?')
}

/// The text of an element: raw sections as they are, comments left out, the usual entities resolved.
fn meant(text: &str) -> String {
    let mut meant = String::new();
    let mut rest = text;
    while let Some(found) = rest.find("<!") {
        meant.push_str(&resolved(&rest[..found]));
        rest = &rest[found..];
        if let Some(raw) = rest.strip_prefix("<![CDATA[") {
            let (inner, after) = raw.split_once("]]>").unwrap_or((raw, ""));
            meant.push_str(inner);
            rest = after;
        } else {
            rest = rest.split_once("-->").map_or("", |(_, after)| after);
        }
    }
    meant.push_str(&resolved(rest));
    meant.trim().to_owned()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "tests")]

    use proptest::prelude::*;

    use super::*;

    fn all(text: &str) -> Vec<(String, bool, String)> {
        let mut tags = Tags::of(text);
        let mut all = Vec::new();
        while let Some(tag) = tags.next().unwrap() {
            all.push((tag.name.clone(), tag.closes, tag.value()));
        }
        all
    }

    #[test]
    fn values_need_no_end_tag() {
        let tag = |name: &str, closes, value: &str| (name.to_owned(), closes, value.to_owned());
        assert_eq!(
            all("KEY:1\n<OFX><Name>A &amp;&lt; B < C\n<MEMO></OFX>"),
            [
                tag("OFX", false, ""),
                tag("NAME", false, "A &< B < C"),
                tag("MEMO", false, ""),
                tag("OFX", true, ""),
            ]
        );
        assert_eq!(
            all("<MEMO>a<![CDATA[<b> &amp;]]>c<!-- <d> --></MEMO><NAME/>"),
            [
                tag("MEMO", false, "a<b> &amp;c"),
                tag("MEMO", true, ""),
                tag("NAME", false, ""),
            ]
        );
        assert_eq!(all("<MEMO>&amp;lt;"), [tag("MEMO", false, "&lt;")]);
    }

    #[test]
    fn a_declaration_is_refused_with_its_line() {
        let refused = Tags::of("\n\n<!DOCTYPE OFX [<!ENTITY a \"b\">]>").next();
        assert_eq!(refused.unwrap_err().line, 3);
        assert_eq!(Tags::of("<OFX").next().unwrap_err().line, 1);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic_or_run_for_ever(text in "[<>/!A-Z&;é\\[\\]-]{0,40}|.{0,40}") {
            let mut tags = Tags::of(&text);
            let mut count = 0;
            while let Ok(Some(tag)) = tags.next() {
                let _ = tag.value();
                count += 1;
                prop_assert!(count <= text.len());
            }
        }
    }
}

use krilla::tagging::{TableHeaderScope, Tag};

use crate::clean::clean_line;
use crate::flow::{ColumnBox, Flow, Keep, Part};
use crate::length::share;
use crate::paragraph::Paragraph;
use crate::rows::{self, Row};
use crate::style::{AROUND, GUTTER, HAIRLINE, Ink, LABEL, MISSING, SMALL, VALUE, WIDTH};
use crate::tags::TagId;
use crate::{Align, PdfError, Picture, Text, pictures};

/// Labels at the left, what they mean at the right, hairlines between: the main terms of an agreement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Their common name, for those who do not see them: "Main terms".
    pub name: String,
    /// From top to bottom. A term stays on one page if a page can hold it.
    pub terms: Vec<Term>,
}

impl Terms {
    /// Terms under a name that is said and not shown.
    #[must_use]
    pub fn new(name: impl Into<String>, terms: Vec<Term>) -> Self {
        Self {
            name: name.into(),
            terms,
        }
    }
}

/// One label and its value.
#[derive(Clone, Debug)]
pub struct Term {
    /// Muted, at the left.
    pub label: String,
    /// Semi-bold, at the right.
    pub value: Text,
    /// Small, muted paragraphs under the value.
    pub notes: Vec<Text>,
    /// Under them, a signature for instance.
    pub picture: Option<Picture>,
    /// True when the value says that something is missing: it is set in another colour.
    pub is_missing: bool,
}

impl Term {
    /// A label and its value.
    #[must_use]
    pub fn new(label: impl Into<String>, value: impl Into<Text>) -> Self {
        Self {
            label: label.into(),
            value: value.into(),
            notes: Vec::new(),
            picture: None,
            is_missing: false,
        }
    }

    /// A label, and words that say that its value is missing.
    #[must_use]
    pub fn missing(label: impl Into<String>, value: impl Into<Text>) -> Self {
        Self {
            is_missing: true,
            ..Self::new(label, value)
        }
    }

    /// With one more paragraph under the value.
    #[must_use]
    pub fn note(mut self, note: impl Into<Text>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// With a picture under the value.
    #[must_use]
    pub fn picture(mut self, picture: Picture) -> Self {
        self.picture = Some(picture);
        self
    }
}

/// The terms in bands: for a screen reader a table of two columns, the first of which heads the second.
pub fn lay_out(flow: &mut Flow, terms: &Terms) -> Result<(), PdfError> {
    if terms.terms.is_empty() {
        return Ok(());
    }
    flow.room(AROUND);
    let table = Tag::Table.with_summary(Some(clean_line(&terms.name)));
    let table = flow.tags.add(None, table);
    let last = terms.terms.len() - 1;
    for (number, term) in terms.terms.iter().enumerate() {
        let strips = row(flow, table, term, number == last)?.strips();
        rows::push(flow, strips, Keep::Free, None);
    }
    flow.room(AROUND);
    Ok(())
}

fn row(flow: &mut Flow, table: TagId, term: &Term, closed: bool) -> Result<Row, PdfError> {
    let split = share(WIDTH, 26, 100);
    let left = ColumnBox {
        x: 0,
        width: split - GUTTER,
        align: Align::Start,
    };
    let right = ColumnBox {
        x: split,
        width: WIDTH - split,
        align: Align::Start,
    };
    let row = flow.tags.add(Some(table), Tag::TR);
    let head = flow.tags.add(Some(row), Tag::TH(TableHeaderScope::Row));
    let cell = flow.tags.add(Some(row), Tag::TD);
    let label = Paragraph::new(&term.label.as_str().into(), LABEL, left.width);
    let label = label.strips(LABEL, left, Part::Content(head));
    let mut value = Vec::new();
    let own = if term.is_missing { MISSING } else { VALUE };
    for (text, style) in
        std::iter::once((&term.value, own)).chain(term.notes.iter().map(|note| (note, SMALL)))
    {
        let tag = flow.tags.add(Some(cell), Tag::P);
        let lines = Paragraph::new(text, style, right.width);
        value.extend(lines.strips(style, right, Part::Content(tag)));
    }
    if let Some(picture) = &term.picture {
        value.push(pictures::strip(
            flow,
            picture,
            Some(cell),
            (right.x, right.width),
        )?);
    }
    Ok(Row {
        columns: vec![label, value],
        over: Some((HAIRLINE, Ink::Hair)),
        closed,
    })
}

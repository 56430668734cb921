//! The tables of bodies and queries: the build writes an [`Input`] for each that has the option `lintel.rest.v1.body`.

use crate::shape::Words;

/// A message that REST reads.
pub trait Asked: prost::Message + Default + 'static {
    /// Its body or query.
    const INPUT: &'static Input;
}

/// The fields of an object of JSON or of a query.
#[derive(Debug)]
pub struct Input {
    /// Its name in the description of REST.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// The number of the field that is there whatever is read; `None` where there is none.
    pub of: Option<u32>,
    /// The fields, in the order of the option.
    pub fields: &'static [InputField],
}

/// A field that is read.
#[derive(Debug)]
pub struct InputField {
    /// Its path in the contract, with full stops between messages.
    pub path: &'static str,
    /// The numbers of the fields on that path.
    pub numbers: &'static [u32],
    /// The name in JSON or in a query.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// Its kind.
    pub kind: InputKind,
    /// True for one that must be there, which is only described: the service checks it.
    pub required: bool,
    /// True where `all` is the same as nothing.
    pub or_all: bool,
    /// A value as it may look, the text itself or JSON; empty for none.
    pub example: &'static str,
    /// Its bounds, which are only described: the service checks them.
    pub bounds: Bounds,
}

/// The bounds of what is sent; `None` or empty for none.
#[derive(Debug)]
pub struct Bounds {
    /// The fewest characters.
    pub min_length: Option<i32>,
    /// The most characters.
    pub max_length: Option<i32>,
    /// The least number.
    pub minimum: Option<i32>,
    /// The largest number.
    pub maximum: Option<i32>,
    /// The fewest values of a list.
    pub min_items: Option<i32>,
    /// The most values of a list.
    pub max_items: Option<i32>,
    /// A regular expression that a text matches.
    pub pattern: &'static str,
}

/// The kinds of fields, and how JSON or a query says them.
#[derive(Debug, Clone, Copy)]
pub enum InputKind {
    /// Text.
    Text,
    /// An address for mails.
    Email,
    /// A password.
    Password,
    /// A list of texts.
    Texts,
    /// Addresses of files.
    Files,
    /// A whole number.
    Int,
    /// A whole number that is described as text.
    IntText,
    /// The id of a row.
    Id,
    /// Ids of rows.
    Ids,
    /// Files of a maintenance request, by id or by address.
    Attachments,
    /// A number with decimals, exactly as it is written.
    Percent,
    /// Yes or no.
    Flag,
    /// An amount of money.
    Money,
    /// A day.
    Date,
    /// A time of day.
    Time,
    /// An instant.
    Instant,
    /// One of the texts of an enumeration.
    Word(Words),
    /// Texts of an enumeration: a list, and in a query with commas between them.
    Words(Words),
    /// An object.
    Object(&'static Input),
    /// A list of objects.
    Objects(&'static Input),
}

impl Input {
    /// The name in REST of what a call names by its path, which may be without the object's; `None` for what is not read. A value of a
    /// list keeps its place, but for files, and so do the fields of objects within: `parts[1].charge_entry_id` is `parts[1].chargeId`.
    #[must_use]
    pub fn name_of(&self, path: &str) -> Option<String> {
        let mut fields = self.fields.iter();
        let exact = fields.find(|field| self.paths(field).any(|own| own == path));
        if let Some(field) = exact {
            return Some(field.name.to_owned());
        }
        self.fields.iter().find_map(|field| {
            let rest = self.paths(field).find_map(|own| path.strip_prefix(own))?;
            let (place, rest) = match rest.starts_with('[') {
                true => rest.split_at(rest.find(']')? + 1),
                false => ("", rest),
            };
            // Files are one value in a body: a list, one address, or a list as text.
            if matches!(field.kind, InputKind::Files | InputKind::Attachments) && rest.is_empty() {
                return Some(field.name.to_owned());
            }
            let inner = match (field.kind, rest.strip_prefix('.')) {
                (InputKind::Object(object) | InputKind::Objects(object), Some(rest)) => {
                    format!(".{}", object.name_of(rest)?)
                }
                _ if rest.is_empty() => String::new(),
                _ => return None,
            };
            Some(format!("{}{place}{inner}", field.name))
        })
    }

    /// The paths by which calls name `field`: the whole one, and the one without the object that is made or changed.
    fn paths<'a>(&self, field: &'a InputField) -> impl Iterator<Item = &'a str> + use<'a> {
        let inner = field.path.split_once('.').map(|(_, inner)| inner);
        let inner = inner.filter(|_| self.of.is_some());
        [Some(field.path), inner].into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked as _, Input};
    use crate::tenancy::v1::DecideBankLinesRequest;

    #[test]
    fn a_field_within_a_row_of_a_list_has_its_name_in_rest() {
        let name = |input: &Input, path: &str| input.name_of(path);
        let decide = DecideBankLinesRequest::INPUT;
        for (path, said) in [
            ("decisions", "decisions"),
            ("decisions[3].bank_line_id", "decisions[3].lineId"),
            (
                "decisions[0].parts[1].charge_entry_id",
                "decisions[0].parts[1].chargeId",
            ),
        ] {
            assert_eq!(name(decide, path).as_deref(), Some(said), "{path}");
        }
        assert_eq!(name(decide, "decisions[0].nothing"), None);
    }
}

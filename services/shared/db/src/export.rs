//! Exports the rows of an account or an organisation as JSON, a page at a time, so that neither side has to hold all of them
//! in memory.

use futures::TryStreamExt as _;
use lintel_core::Error;
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use crate::StoreError;

/// The most rows of a page.
const MOST_ROWS: usize = 1_000;
/// A page with this many bytes gets no further row; one message may have four times as many.
const ENOUGH: usize = 1024 * 1024;

/// The part of an export that comes from one table: the named columns and nothing else. All of this text is the program's own; what a
/// caller sends is only used as a parameter.
#[derive(Debug, Clone, Copy)]
pub struct Section {
    /// The file, `sessions.json`.
    pub file: &'static str,
    /// The table, or a subquery.
    pub from: &'static str,
    /// The column with the account or organisation that a row belongs to.
    pub owner: &'static str,
    /// The unique column by which the rows are ordered.
    pub key: Key,
    /// The columns, in the file's order.
    pub columns: &'static [&'static str],
}

/// A unique column.
#[derive(Debug, Clone, Copy)]
pub enum Key {
    /// A column of numbers.
    Id(&'static str),
    /// A column of UUIDs.
    Uuid(&'static str),
    /// A column of bytes.
    Bytes(&'static str),
}

impl Key {
    const fn column(self) -> &'static str {
        match self {
            Self::Id(column) | Self::Uuid(column) | Self::Bytes(column) => column,
        }
    }

    const fn sql_type(self) -> &'static str {
        match self {
            Self::Id(_) => "bigint",
            Self::Uuid(_) => "uuid",
            Self::Bytes(_) => "bytea",
        }
    }

    /// Returns whether `text` is a value of the column as PostgreSQL writes it.
    fn takes(self, text: &str) -> bool {
        match self {
            Self::Id(_) => text.parse::<i64>().is_ok(),
            Self::Uuid(_) => Uuid::try_parse(text).is_ok(),
            Self::Bytes(_) => text.strip_prefix("\\x").is_some_and(|digits| {
                digits.len() % 2 == 0 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            }),
        }
    }
}

/// Rows of one file, each a JSON object with names in camel case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The file.
    pub file: &'static str,
    /// Its next rows.
    pub rows: Vec<String>,
    /// The token of the next page; `None` on the last.
    pub next: Option<String>,
}

/// Reads the page for `token`, or the first page if it is empty, of the rows of `owner` in `sections`. The row-level
/// security of `tx` applies.
///
/// # Errors
/// `PAGE_TOKEN_INVALID` for a token that is not from [`Page::next`]; the database's errors.
pub async fn read(
    tx: &mut PgConnection,
    sections: &[Section],
    owner: i64,
    token: &str,
) -> Result<Page, Error> {
    let (place, after) = position(sections, token).ok_or_else(token_invalid)?;
    let section = sections.get(place).ok_or_else(token_invalid)?;
    let mut page = Page {
        file: section.file,
        rows: Vec::new(),
        next: None,
    };
    let statement = statement(section, after.is_some());
    let mut query = sqlx::query_as(AssertSqlSafe(statement)).bind(owner);
    if let Some(after) = after {
        query = query.bind(after);
    }
    let mut rows = query.fetch(tx);
    let mut size = 0;
    while let Some((key, row)) = rows.try_next().await.map_err(StoreError::from)? {
        let (key, row): (String, String) = (key, row);
        size += row.len();
        page.rows.push(row);
        if size >= ENOUGH || page.rows.len() >= MOST_ROWS {
            page.next = Some(format!("{place}:{key}"));
            return Ok(page);
        }
    }
    let following = place + 1;
    page.next = (following < sections.len()).then(|| format!("{following}:"));
    Ok(page)
}

/// The section that a token names, and the key after which it continues.
fn position<'a>(sections: &[Section], token: &'a str) -> Option<(usize, Option<&'a str>)> {
    if token.is_empty() {
        return Some((0, None));
    }
    let (place, after) = token.split_once(':')?;
    let place: usize = place.parse().ok()?;
    let key = sections.get(place)?.key;
    match after {
        "" => Some((place, None)),
        after => key.takes(after).then_some((place, Some(after))),
    }
}

fn statement(section: &Section, goes_on: bool) -> String {
    let columns: Vec<String> = section
        .columns
        .iter()
        .map(|column| format!("f.{column} AS \"{}\"", camel_case(column)))
        .collect();
    let (key, kind) = (section.key.column(), section.key.sql_type());
    let after = if goes_on {
        format!(" AND f.{key} > $2::text::{kind}")
    } else {
        String::new()
    };
    format!(
        "SELECT f.{key}::text, (SELECT row_to_json(t, true)::text FROM (SELECT {}) t)
         FROM {} AS f WHERE f.{} = $1{after} ORDER BY f.{key} LIMIT {MOST_ROWS}",
        columns.join(", "),
        section.from,
        section.owner,
    )
}

/// `monthly_rent` as the REST contract spells it.
fn camel_case(column: &str) -> String {
    let mut parts = column.split('_');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut letters = part.chars();
        name.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    name
}

fn token_invalid() -> Error {
    Error::field(
        "PAGE_TOKEN_INVALID",
        "page_token",
        "Use the page token of the previous reply, or none.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTIONS: [Section; 3] = [
        Section {
            file: "a.json",
            from: "a",
            owner: "user_id",
            key: Key::Id("a_id"),
            columns: &["a_id", "full_name"],
        },
        Section {
            file: "b.json",
            from: "b",
            owner: "user_id",
            key: Key::Uuid("b_id"),
            columns: &["b_id"],
        },
        Section {
            file: "c.json",
            from: "c",
            owner: "user_id",
            key: Key::Bytes("hash"),
            columns: &["at"],
        },
    ];

    #[test]
    fn a_token_that_nobody_was_given_is_refused() {
        for (token, place) in [
            ("", Some((0, None))),
            ("0:42", Some((0, Some("42")))),
            ("1:", Some((1, None))),
            ("1:00000000-0000-7000-8000-000000000000", {
                Some((1, Some("00000000-0000-7000-8000-000000000000")))
            }),
            ("2:\\x00ff", Some((2, Some("\\x00ff")))),
            ("3:", None),
            ("0:1; DROP TABLE a", None),
            ("1:42", None),
            ("2:\\x0", None),
            ("2:ff", None),
            ("nonsense", None),
        ] {
            assert_eq!(position(&SECTIONS, token), place, "{token}");
        }
    }

    #[test]
    fn columns_are_named_as_the_contract_names_fields() {
        assert_eq!(camel_case("name"), "name");
        assert_eq!(camel_case("hmo_tv_licence"), "hmoTvLicence");
        let first = statement(&SECTIONS[0], false);
        assert!(
            first.contains("f.full_name AS \"fullName\"") && !first.contains("$2"),
            "{first}"
        );
        let later = statement(&SECTIONS[1], true);
        assert!(later.contains("f.b_id > $2::text::uuid"), "{later}");
    }
}

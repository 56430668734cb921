//! The columns of a table.

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name in the file.
    pub header: &'static str,
    /// The field of the contract that it fills.
    pub field: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// True when no line can do without.
    pub required: bool,
    /// True when an export has it.
    pub exported: bool,
}

impl Column {
    /// A column of an export that an import may leave out.
    #[must_use]
    pub const fn new(
        header: &'static str,
        field: &'static str,
        aliases: &'static [&'static str],
    ) -> Self {
        Self {
            header,
            field,
            aliases,
            required: false,
            exported: true,
        }
    }

    /// One that no line can do without.
    #[must_use]
    pub const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    /// One that is understood and never written.
    #[must_use]
    pub const fn read_only(self) -> Self {
        Self {
            exported: false,
            ..self
        }
    }

    /// The column that a header names, ignoring case, spaces and punctuation: `monthlyRent` is `Monthly rent`.
    #[must_use]
    pub fn named(columns: &'static [Self], header: &str) -> Option<&'static Self> {
        let wanted = bare(header);
        columns.iter().find(|column| {
            bare(column.header) == wanted
                || column.aliases.iter().any(|alias| bare(alias) == wanted)
        })
    }

    /// The column that fills `field`, or the list that it is part of: `rooms[0].monthly_rent` is that of `rooms`.
    #[must_use]
    pub fn of_field(columns: &'static [Self], field: &str) -> Option<&'static Self> {
        let whole = field.split('[').next().unwrap_or(field);
        columns.iter().find(|column| column.field == whole)
    }
}

/// A header without case, spaces and punctuation.
#[must_use]
pub fn bare(header: &str) -> String {
    let letters = header.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

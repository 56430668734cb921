//! The columns of a table of homes, whatever their writer calls them.

use super::Cells;
use crate::{
    connectors::{
        fault::{Fault, shown},
        table::Line,
    },
    domain::record::Unreadable,
};

macro_rules! columns {
    ($($column:ident = $name:literal [$($other:literal),* $(,)?]),+ $(,)?) => {
        /// A column.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Column { $($column),+ }

        impl Column {
            const ALL: &'static [Self] = &[$(Self::$column),+];

            /// Returns its name in the documentation.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$column => $name),+ }
            }

            /// The other names, without spaces and signs.
            const fn others(self) -> &'static [&'static str] {
                match self { $(Self::$column => &[$($other),*]),+ }
            }
        }
    };
}

columns! {
    Reference = "Reference" ["ref", "id", "key", "listingid", "listingreference", "agentref", "propertyid"],
    Address = "Address" ["displayaddress", "fulladdress", "propertyaddress", "streetaddress", "address1", "street"],
    Town = "Town" ["city", "posttown", "townorcity"],
    Postcode = "Postcode" ["postalcode", "zip", "zipcode"],
    Nation = "Nation" [],
    Price = "Price" ["askingprice", "saleprice", "guideprice", "pricegbp", "amount"],
    Qualifier = "Price qualifier" ["qualifier"],
    Deal = "For sale or to let" ["saleorlet", "transaction", "transactiontype", "listingtype", "channel", "department"],
    Rent = "Monthly rent" ["rent", "rentpcm", "pcm", "rentpermonth"],
    Frequency = "Rent frequency" ["frequency", "rentperiod"],
    Bedrooms = "Bedrooms" ["beds", "bed", "totalbedrooms", "numberofbedrooms", "bedroomcount"],
    Bathrooms = "Bathrooms" ["baths", "bath", "numberofbathrooms"],
    SquareFeet = "Square feet" ["sqft", "sqf", "squarefootage", "floorareasqft", "size", "floorarea"],
    SquareMetres = "Square metres" ["sqm", "squaremeters", "floorareasqm"],
    Kind = "Property type" ["type", "propertytype", "kind", "subtype"],
    Tenure = "Tenure" ["tenuretype"],
    Status = "Status" ["state", "availability"],
    Description = "Description" ["summary", "details", "fulldescription"],
    Tags = "Tags" ["features", "keyfeatures", "labels"],
    Images = "Images" ["image", "imageurl", "imageurls", "photo", "photos", "picture"],
    Url = "Link" ["url", "sourceurl", "listingurl", "web", "webaddress", "propertyurl"],
    Source = "Source" ["portal", "website"],
    Uprn = "UPRN" ["uniquepropertyreferencenumber"],
}

/// Where each column stands.
pub struct Header {
    places: Vec<Option<usize>>,
    width: usize,
    unknown: Vec<String>,
}

impl Header {
    /// Reads the first line.
    ///
    /// # Errors
    /// [`Unreadable`] for a table without addresses, or without prices and rents.
    pub fn read(line: &Line) -> Result<Self, Unreadable> {
        if let Some(fault) = &line.fault {
            return Err(Unreadable::at(line.number, fault.clone()));
        }
        let names: Vec<String> = line.cells.iter().map(|cell| simple(cell)).collect();
        // A column's own name goes before its other ones, so that "Street" beside "Address" is no address.
        let found = |column: Column| {
            let at = |wanted: &str| names.iter().position(|name| name == wanted);
            at(&simple(column.name()))
                .or_else(|| column.others().iter().find_map(|other| at(other)))
        };
        let places: Vec<_> = Column::ALL.iter().map(|column| found(*column)).collect();
        let header = Self {
            width: names.len(),
            unknown: line
                .cells
                .iter()
                .enumerate()
                .filter(|(at, cell)| !cell.trim().is_empty() && !places.contains(&Some(*at)))
                .map(|(_, cell)| shown(cell.trim()))
                .collect(),
            places,
        };
        let needs = |column: Column| header.place(column).is_none();
        if needs(Column::Address) {
            let reason =
                "The column Address is missing. The first line of the file must name the columns.";
            return Err(Unreadable::at(line.number, reason));
        }
        if needs(Column::Price) && needs(Column::Rent) {
            let reason = "The columns Price and Monthly rent are both missing; one is needed.";
            return Err(Unreadable::at(line.number, reason));
        }
        Ok(header)
    }

    /// Where a column stands in a line.
    pub fn place(&self, column: Column) -> Option<usize> {
        let at = Column::ALL.iter().position(|known| *known == column)?;
        self.places.get(at).copied().flatten()
    }

    /// Which columns are not read.
    pub fn warning(&self) -> Option<String> {
        const MOST: usize = 10;
        if self.unknown.is_empty() {
            return None;
        }
        let shown = self
            .unknown
            .iter()
            .take(MOST)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ");
        Some(format!(
            "These columns are not known and were left out: {shown}."
        ))
    }

    /// The cells of a line, of which there must be as many as columns: with fewer, nobody knows which are missing.
    pub(super) fn cells<'a>(&'a self, line: &'a Line) -> Result<Cells<'a>, Fault> {
        if let Some(fault) = &line.fault {
            return Err(Fault::whole(fault.clone()));
        }
        let extra = line
            .cells
            .iter()
            .skip(self.width)
            .any(|cell| !cell.trim().is_empty());
        if extra {
            return Err(Fault::whole(format!(
                "The line has {} values, the first line names {}.",
                line.cells.len(),
                self.width
            )));
        }
        if line.cells.len() < self.width {
            return Err(Fault::whole(format!(
                "The line has {} of {} values.",
                line.cells.len(),
                self.width
            )));
        }
        Ok(Cells { header: self, line })
    }
}

fn simple(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

//! The formats by their names.

use lintel_core::spelt;

use super::{
    blm::Blm, connector::Connector, csv::Csv, jupix::Jupix, ppd::PricePaidData,
    propertydata::PropertyData, rtdf::Rtdf, zoopla::Zoopla,
};

spelt! {
    /// A format of listings, by the name that a request and the database have for it.
    Format {
        /// Rightmove's bulk load.
        Blm = "blm",
        /// Rightmove's real-time feed.
        Rtdf = "rtdf",
        /// Zoopla's real-time feed.
        Zoopla = "zoopla",
        /// PropertyData's sourced properties.
        PropertyData = "propertydata",
        /// HM Land Registry's Price Paid Data.
        PricePaid = "ppd",
        /// Jupix.
        Jupix = "jupix",
        /// Plain CSV.
        Csv = "csv",
    }
}

impl Format {
    /// What reads it.
    #[must_use]
    pub fn connector(self) -> &'static dyn Connector {
        match self {
            Self::Blm => &Blm,
            Self::Rtdf => &Rtdf,
            Self::Zoopla => &Zoopla,
            Self::PropertyData => &PropertyData,
            Self::PricePaid => &PricePaidData,
            Self::Jupix => &Jupix,
            Self::Csv => &Csv,
        }
    }
}

//! The formats by their names.

use lintel_core::spelt;

use super::{
    archive::MaybeZipped, blm::Blm, connector::Connector, csv::Csv, jupix::Jupix,
    one_mark::OneMark, ppd::PricePaidData, propertydata::PropertyData, rtdf::Rtdf, zoopla::Zoopla,
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
    /// Returns the connector that reads it, from a file or from a ZIP that holds one.
    #[must_use]
    pub fn connector(self) -> &'static dyn Connector {
        const BLM: &MaybeZipped<OneMark<Blm>> = &MaybeZipped::new(OneMark(Blm), ".blm");
        const RTDF: &MaybeZipped<OneMark<Rtdf>> = &MaybeZipped::new(OneMark(Rtdf), ".json");
        const ZOOPLA: &MaybeZipped<OneMark<Zoopla>> = &MaybeZipped::new(OneMark(Zoopla), ".json");
        const PROPERTY_DATA: &MaybeZipped<OneMark<PropertyData>> =
            &MaybeZipped::new(OneMark(PropertyData), ".json");
        const PRICE_PAID: &MaybeZipped<PricePaidData> = &MaybeZipped::new(PricePaidData, ".csv");
        const JUPIX: &MaybeZipped<OneMark<Jupix>> = &MaybeZipped::new(OneMark(Jupix), ".xml");
        const CSV: &MaybeZipped<Csv> = &MaybeZipped::new(Csv, ".csv");
        match self {
            Self::Blm => BLM,
            Self::Rtdf => RTDF,
            Self::Zoopla => ZOOPLA,
            Self::PropertyData => PROPERTY_DATA,
            Self::PricePaid => PRICE_PAID,
            Self::Jupix => JUPIX,
            Self::Csv => CSV,
        }
    }
}

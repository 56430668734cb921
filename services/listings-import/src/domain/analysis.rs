//! A saved analysis.

use chrono::{DateTime, NaiveDate, Utc};
use lintel_core::{AnalysisId, ListingId};
use lintel_rules::{Nation, PurchaseTax};

use super::{
    assumption_source::AssumptionSource,
    assumptions::Assumptions,
    buyer::PurchaseFacts,
    income_tax::{AfterTax, NotWorkedOut},
    purchase_tax::tax_on,
    returns::Returns,
};

/// An analysis of a listing; its figures follow from its inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// `None` for one that is not saved.
    pub saved: Option<Saved>,
    /// The listing.
    pub listing: ListingId,
    /// Its title.
    pub title: String,
    /// Its address.
    pub address: String,
    /// The nation that it is in.
    pub listing_nation: Nation,
    /// The owner's name for it; may be empty.
    pub name: String,
    /// The day whose tax it counts.
    pub day: NaiveDate,
    /// The inputs.
    pub assumptions: Assumptions,
    /// Where those are from that nobody typed.
    pub sources: Vec<AssumptionSource>,
}

/// A saved analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Saved {
    /// Its id.
    pub id: AnalysisId,
    /// When it was saved.
    pub updated_at: DateTime<Utc>,
    /// Increases by one with every change.
    pub version: i64,
}

impl Analysis {
    /// Its figures.
    #[must_use]
    pub fn returns(&self) -> Returns {
        Returns::of(&self.assumptions)
    }

    /// The nation whose tax it counts.
    #[must_use]
    pub fn nation(&self) -> Nation {
        self.assumptions.nation.unwrap_or(self.listing_nation)
    }

    /// The tax on buying, whatever was typed in its place.
    #[must_use]
    pub fn tax(&self) -> PurchaseTax {
        let inputs = &self.assumptions;
        tax_on(self.nation(), self.day, inputs.price, inputs.facts())
    }

    /// Income tax, or why none is worked out; `None` where it is not counted.
    #[must_use]
    pub fn after_tax(&self, returns: &Returns) -> Option<Result<AfterTax, NotWorkedOut>> {
        let landlord = self.assumptions.landlord?;
        Some(AfterTax::of(&self.assumptions, landlord, returns, self.day))
    }

    /// Where those inputs are from that nobody typed, with those that were not asked for when it was saved.
    #[must_use]
    pub fn all_sources(&self) -> Vec<AssumptionSource> {
        let mut sources = self.sources.clone();
        if self.assumptions.purchase.is_none() {
            sources.extend(PurchaseFacts::sources_of_before());
            if self.assumptions.nation.is_none() {
                sources.push(AssumptionSource {
                    field: "nation".to_owned(),
                    source: "where the listing is".to_owned(),
                });
            }
        }
        sources
    }
}

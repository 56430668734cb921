//! The facts of a purchase, from what was typed and from defaults.

use lintel_rules::{Buyer, Kind};

use super::{
    assumption_source::{AssumptionSource, Defaults},
    buyer::{BuyerType, PurchaseFacts},
    typed::Typed,
};

impl PurchaseFacts {
    /// Returns the `typed` facts, with `from` noting where the rest is from. Each fact wins over the one word for the buyer.
    pub(super) fn of(typed: &Typed, is_commercial: bool, from: &mut Defaults) -> Self {
        let said = &typed.purchase;
        let word = typed.buyer.unwrap_or(BuyerType::Additional).facts();
        let by_word = |otherwise| {
            if typed.buyer.is_some() {
                "as the type of buyer says"
            } else {
                otherwise
            }
        };
        let (kind, kind_source) = if is_commercial {
            (Kind::Commercial, "the listing is commercial")
        } else {
            (Kind::Residential, "the listing is a home")
        };
        // A first home is nobody's second one, and a company's none.
        let owns_another = word.owns_another && said.is_first_time != Some(true);
        let is_first_time =
            word.is_first_time && said.owns_another != Some(true) && !said.is_company();
        let says_buyer = said.buyer.is_some()
            || said.is_abroad.is_some()
            || said.owns_another.is_some()
            || said.is_first_time.is_some();
        let nearest = if says_buyer {
            "the nearest to what was said of the buyer"
        } else {
            "a landlord owns a home already"
        };
        from.take("buyer_type", typed.buyer, BuyerType::Additional, nearest);
        Self {
            kind: from.take("property_kind", said.kind, kind, kind_source),
            dwellings: from.take("dwellings", said.homes(), word.dwellings, "one home"),
            buyer: from.take("buyer", said.buyer, word.buyer, "a person buys"),
            is_abroad: from.take(
                "lives_abroad",
                said.is_abroad,
                word.is_abroad,
                by_word("most buyers live here"),
            ),
            owns_another: from.take(
                "owns_another_home",
                said.owns_another,
                owns_another,
                by_word("a landlord owns a home already"),
            ),
            is_first_time: from.take(
                "first_time_buyer",
                said.is_first_time,
                is_first_time,
                by_word("a landlord owns a home already"),
            ),
        }
    }

    /// Where the facts of an analysis are from that knew the word for its buyer alone.
    pub(super) fn sources_of_before() -> Vec<AssumptionSource> {
        let fields = [
            ("property_kind", "homes alone were counted with"),
            ("dwellings", "one home"),
            ("buyer", "a person buys"),
            ("lives_abroad", "as the type of buyer says"),
            ("owns_another_home", "as the type of buyer says"),
            ("first_time_buyer", "as the type of buyer says"),
        ];
        let sources = fields.map(|(field, source)| AssumptionSource {
            field: field.to_owned(),
            source: source.to_owned(),
        });
        sources.into()
    }

    /// The word for the buyer that comes nearest, for programs that know those alone.
    pub(super) fn nearest(&self) -> BuyerType {
        if self.buyer != Buyer::Person || self.owns_another {
            if self.is_abroad {
                BuyerType::NonResident
            } else {
                BuyerType::Additional
            }
        } else if self.is_first_time {
            BuyerType::FirstTime
        } else {
            BuyerType::Standard
        }
    }
}

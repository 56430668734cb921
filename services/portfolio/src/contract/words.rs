//! Conversions from domain to contract that calls and events share.

use lintel_core::Error;
use lintel_proto::{Word as _, common, portfolio::v1};
use lintel_rules::{Duty, Fact, Furnishing, LicensingArea, Nation};

use crate::domain::{
    CertificateState, CertificateType, DueState, DutyState, FollowedMark, ImportState,
    InspectionStatus, InspectionView, MortgageType, PropertyType, Room, SoldSort, Status,
    TakeBackAct,
};

lintel_proto::words! {
    DutyState = v1::HomeDutyState;
    PropertyType = v1::PropertyType, property_type;
    Status = v1::PropertyStatus, status;
    MortgageType = v1::MortgageType, mortgage_type;
    CertificateType = v1::CertificateType, certificate_type;
    CertificateState = v1::CertificateState, certificate_state;
    InspectionStatus = v1::InspectionStatus;
    InspectionView = v1::InspectionView, inspection_view;
    ImportState = v1::PropertyImportState;
    TakeBackAct = v1::TakeBackAct, take_back_act;
    FollowedMark = v1::FollowedMark;
}

/// Conversions of words that the rules have.
macro_rules! rule_words {
    ($($word:ident: $to:ident, $from:ident;)+) => {
        $(
            /// The contract's value.
            pub fn $to(word: $word) -> v1::$word {
                v1::$word::of_text(word.as_str()).unwrap_or_default()
            }

            /// The value that was named; `None` where none was.
            pub fn $from(named: v1::$word) -> Option<$word> {
                named.text().and_then($word::parse)
            }
        )+
    };
}

rule_words! {
    Duty: duty_number, duty;
    Furnishing: furnishing_number, furnishing;
    LicensingArea: licensing_area_number, licensing_area;
}

/// The contract's value of a fact; unspecified for one that nobody can be asked for.
pub fn fact_number(fact: Fact) -> v1::HomeFact {
    v1::HomeFact::of_text(fact.as_str()).unwrap_or_default()
}

/// The contract's value of a nation.
pub fn nation_number(nation: Nation) -> common::v1::Nation {
    common::v1::Nation::of_text(nation.as_str()).unwrap_or_default()
}

/// The nation that was named; `None` where none was.
pub fn nation(named: common::v1::Nation) -> Option<Nation> {
    named.text().and_then(Nation::parse)
}

/// The order that a caller asks for; the latest sale where they name none.
///
/// # Errors
/// [`Error::Invalid`] for one that this server does not know.
pub fn sold_sort(sort: i32) -> Result<SoldSort, Error> {
    let sort = v1::SoldPropertySort::try_from(sort);
    let sort = sort
        .map_err(|_| Error::field("SORT_INVALID", "sort", "Choose saleDate, profit or return."))?;
    let sort = sort.text().and_then(SoldSort::parse);
    Ok(sort.unwrap_or(SoldSort::SaleDate))
}

impl From<DueState> for v1::DueState {
    fn from(state: DueState) -> Self {
        match state {
            DueState::Danger => Self::Danger,
            DueState::Warning => Self::Warning,
            DueState::Success => Self::Success,
        }
    }
}

impl From<Room> for v1::Room {
    fn from(room: Room) -> Self {
        let monthly_rent = room.monthly_rent();
        Self {
            room_id: room.id.get(),
            room_number: room.number,
            display_name: room.name,
            monthly_rent: Some(monthly_rent.into()),
            asking_rent: Some(room.asking_rent.into()),
            occupied: room.occupied,
        }
    }
}

#[cfg(test)]
mod nation_tests {
    use super::*;

    #[test]
    fn every_nation_survives_the_wire() {
        for known in Nation::ALL {
            assert_eq!(nation(nation_number(*known)), Some(*known));
        }
        assert_eq!(Nation::ALL.len(), common::v1::Nation::TEXTS.len());
        assert_eq!(nation(common::v1::Nation::Unspecified), None);
    }
}

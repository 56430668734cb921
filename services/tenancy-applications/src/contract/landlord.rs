//! The landlord's details as identity tells them, and as they are kept.

use lintel_proto::{Word as _, identity::v1};
use prost::Message as _;

use crate::domain::{
    keeping::{Landlord, LandlordKind},
    letting::TenantMailKind,
};

/// The details; `None` until they are given.
#[must_use]
pub fn told(told: v1::Landlord) -> Option<Landlord> {
    let kind = told.kind().text().and_then(LandlordKind::parse)?;
    let given = !told.display_names.is_empty();
    given.then_some(Landlord {
        kind,
        names: told.display_names,
        company_number: told.company_number,
        trading_as: told.trading_as,
        notice_address: told.notice_address,
    })
}

/// The kinds of mails that are off; one that a later release knows is nothing here.
#[must_use]
pub fn off_mails(kinds: &[i32]) -> Vec<TenantMailKind> {
    let known = |kind: &i32| v1::TenantMailKind::try_from(*kind).ok()?.text();
    let texts = kinds.iter().filter_map(known);
    texts.filter_map(TenantMailKind::parse).collect()
}

/// Details as they are kept.
#[must_use]
pub fn to_keep(landlord: &Landlord) -> Vec<u8> {
    let kind = v1::LandlordKind::of_text(landlord.kind.as_str());
    let kept = v1::Landlord {
        kind: kind.unwrap_or_default().into(),
        display_names: landlord.names.clone(),
        company_number: landlord.company_number.clone(),
        trading_as: landlord.trading_as.clone(),
        notice_address: landlord.notice_address.clone(),
        ..v1::Landlord::default()
    };
    kept.encode_to_vec()
}

/// Details that were kept; `None` for what none could be.
#[must_use]
pub fn kept(bytes: &[u8]) -> Option<Landlord> {
    told(v1::Landlord::decode(bytes).ok()?)
}

#[cfg(test)]
mod tests {
    use lintel_proto::Word as _;

    use super::*;

    #[test]
    fn identity_and_this_service_have_the_same_kinds() {
        let ours: Vec<_> = LandlordKind::ALL.iter().map(|kind| kind.as_str()).collect();
        let told: Vec<_> = v1::LandlordKind::TEXTS
            .iter()
            .map(|(_, text)| *text)
            .collect();
        assert_eq!(ours, told);
        for kind in TenantMailKind::ALL {
            assert!(v1::TenantMailKind::of_text(kind.as_str()).is_some());
        }
        let all = v1::TenantMailKind::TEXTS.len();
        assert_eq!(TenantMailKind::ALL.len(), all);
    }

    #[test]
    fn what_is_kept_is_read_as_it_was() {
        let landlord = Landlord {
            kind: LandlordKind::Company,
            names: vec!["Okafor Homes Ltd".to_owned()],
            company_number: "01234567".to_owned(),
            trading_as: "Okafor Lettings".to_owned(),
            notice_address: "4 Mill Lane, Leeds LS1 4AB".to_owned(),
        };
        assert_eq!(kept(&to_keep(&landlord)), Some(landlord));
        assert_eq!(kept(&[]), None);
    }
}

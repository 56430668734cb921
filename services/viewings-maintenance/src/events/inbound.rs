//! Reads what the owners of the copies tell, in their events and in their snapshots.

use lintel_core::{Grade, OrganisationId, UserId};
use lintel_proto::{
    Word as _, common::v1::Sealed, identity::v1 as identity, portfolio::v1 as portfolio,
    tenancy::v1 as tenancy,
};
use lintel_rules::Nation;
use lintel_sealing::Opener;

use crate::{
    contract::words,
    domain::{Home, HomeNews, HomeRoom, InspectionNews, TenantNews, TenantState, by_number},
};

/// An account, as identity tells it.
#[derive(Debug)]
pub struct AccountNews {
    /// The account.
    pub user: UserId,
    /// Whether maintenance is assigned to it by itself; `None` for an account that was deleted.
    pub auto_assign: Option<bool>,
    /// The version.
    pub version: i64,
}

/// An organisation, as identity tells it.
#[derive(Debug)]
pub struct OrganisationNews {
    /// The organisation.
    pub organisation: OrganisationId,
    /// Its name.
    pub name: String,
    /// The kinds of mails to tenants that are not wanted.
    pub off_mails: Vec<String>,
    /// The version.
    pub version: i64,
}

/// A membership, as identity tells it.
#[derive(Debug)]
pub struct MemberNews {
    /// The organisation.
    pub organisation: OrganisationId,
    /// The membership.
    pub membership: i64,
    /// The account.
    pub user: UserId,
    /// The grade; `None` for a membership that ended.
    pub grade: Option<Grade>,
    /// The version.
    pub version: i64,
}

/// How a tenant is reached.
#[derive(Debug)]
pub struct Contact {
    /// The name.
    pub name: String,
    /// The address; may be empty.
    pub email: String,
    /// The phone number.
    pub phone: String,
    /// Whether the tenant gets no mails but those that a law asks for.
    pub mails_off: bool,
}

/// Opens what tenancies sealed to this service; `None` where it does not open with our key.
pub fn contact(ciphertext: Vec<u8>, opener: &Opener) -> Option<Contact> {
    let sealed = Sealed { ciphertext };
    let contact = opener.open::<tenancy::TenantContact>(&sealed).ok()?;
    Some(Contact {
        name: contact.display_name,
        email: contact.email,
        phone: contact.phone,
        mails_off: contact.mails_off,
    })
}

/// A property as it is.
///
/// # Errors
/// What is wrong with it, in a few words.
pub fn property(
    told: portfolio::PropertyChanged,
) -> Result<(OrganisationId, HomeNews), &'static str> {
    let organisation = organisation_id(told.organisation_id)?;
    let occupied = told.status() == portfolio::PropertyStatus::Occupied;
    let said = told.nation().text().and_then(Nation::parse);
    let rooms = told.rooms.into_iter().map(|room| HomeRoom {
        id: room.room_id.into(),
        number: room.room_number,
        occupied: room.occupied,
    });
    let mut rooms: Vec<_> = rooms.collect();
    by_number(&mut rooms);
    let property = told.property_id.into();
    let home = Home {
        property,
        name: told.display_name,
        address: told.address,
        nation: Nation::of_home(said, &told.postcode),
        postcode: told.postcode,
        occupied,
        rooms,
        responsible_user: user_id(told.responsible_user_id).ok(),
    };
    let news = HomeNews {
        property,
        home: Some(home),
        version: version(told.version)?,
    };
    Ok((organisation, news))
}

/// A property that left the portfolio.
///
/// # Errors
/// As [`property`].
pub fn property_gone(
    told: &portfolio::PropertyDeleted,
) -> Result<(OrganisationId, HomeNews), &'static str> {
    let news = HomeNews {
        property: told.property_id.into(),
        home: None,
        version: version(told.version)?,
    };
    Ok((organisation_id(told.organisation_id)?, news))
}

/// An inspection as it is.
///
/// # Errors
/// As [`property`].
pub fn inspection(
    told: &portfolio::InspectionChanged,
) -> Result<(OrganisationId, InspectionNews), &'static str> {
    let day = told.inspection_date.and_then(|day| day.try_into().ok());
    let time = told.inspection_time.and_then(|time| time.try_into().ok());
    let at = day.zip(time).ok_or("it has no day or no time")?;
    let scheduled = told.status() == portfolio::InspectionStatus::Scheduled;
    let news = InspectionNews {
        id: told.inspection_id.into(),
        property: told.property_id.into(),
        at: scheduled.then_some(at),
        version: version(told.version)?,
    };
    Ok((organisation_id(told.organisation_id)?, news))
}

/// A tenant as they are.
///
/// # Errors
/// As [`property`].
pub fn tenant(
    told: tenancy::TenantChanged,
    opener: &Opener,
) -> Result<(OrganisationId, TenantNews), &'static str> {
    let organisation = organisation_id(told.organisation_id)?;
    let lease_status = words::lease_status(told.lease_status()).ok_or("it has no lease status")?;
    let last_date = told.last_date.map(TryInto::try_into).transpose();
    let last_date = last_date.map_err(|_| "its last day is none")?;
    let sealed = told.contact.ok_or("it has no contact")?;
    // Kept sealed; opened once to find out that it will open.
    let opened = opener.open::<tenancy::TenantContact>(&sealed);
    opened.map_err(|_| "its contact cannot be opened")?;
    let news = TenantNews {
        tenant: told.tenant_id.into(),
        state: Some(TenantState {
            property: told.property_id.into(),
            room_number: told.room_number.filter(|number| !number.is_empty()),
            lease_status,
            last_date,
            user_ids: told.user_ids,
            contact: sealed.ciphertext,
        }),
        version: version(told.version)?,
    };
    Ok((organisation, news))
}

/// A tenant who was taken away or erased.
///
/// # Errors
/// As [`property`].
pub fn tenant_gone(
    told: &tenancy::TenantDeleted,
) -> Result<(OrganisationId, TenantNews), &'static str> {
    let news = TenantNews {
        tenant: told.tenant_id.into(),
        state: None,
        version: version(told.version)?,
    };
    Ok((organisation_id(told.organisation_id)?, news))
}

/// An account as it is.
///
/// # Errors
/// As [`property`].
pub fn account(told: &identity::AccountChanged) -> Result<AccountNews, &'static str> {
    Ok(AccountNews {
        user: user_id(told.user_id)?,
        auto_assign: Some(told.maintenance_auto_assign),
        version: version(told.version)?,
    })
}

/// An account that was deleted.
///
/// # Errors
/// As [`property`].
pub fn account_gone(told: &identity::UserDeleted) -> Result<AccountNews, &'static str> {
    Ok(AccountNews {
        user: user_id(told.user_id)?,
        auto_assign: None,
        version: version(told.version)?,
    })
}

/// An organisation as it is; `None` where the event is older than this service, to which nothing was sealed then: the filling of the
/// copies tells of it.
///
/// # Errors
/// As [`property`].
pub fn organisation(
    told: identity::OrganisationChanged,
    opener: &Opener,
) -> Result<Option<OrganisationNews>, &'static str> {
    let Some(sealed) = told.profile_for_viewings else {
        return Ok(None);
    };
    let profile: identity::OrganisationProfile = opener
        .open(&sealed)
        .map_err(|_| "its profile cannot be opened")?;
    Ok(Some(OrganisationNews {
        organisation: organisation_id(told.organisation_id)?,
        name: known_as(&profile),
        off_mails: profile
            .off_mails
            .iter()
            .filter_map(|kind| identity::TenantMailKind::try_from(*kind).ok()?.text())
            .map(ToOwned::to_owned)
            .collect(),
        version: version(told.version)?,
    }))
}

/// The name under which tenants know who lets: the one under which the landlord trades, else the landlord's own, and the organisation's
/// until the details are given.
fn known_as(profile: &identity::OrganisationProfile) -> String {
    let Some(landlord) = &profile.landlord else {
        return profile.display_name.clone();
    };
    match (
        landlord.trading_as.as_str(),
        landlord.display_names.as_slice(),
    ) {
        ("", []) => profile.display_name.clone(),
        ("", [one]) => one.clone(),
        ("", [first @ .., last]) => format!("{} and {last}", first.join(", ")),
        (trading_as, _) => trading_as.to_owned(),
    }
}

/// A membership as it is.
///
/// # Errors
/// As [`property`].
pub fn member(told: &identity::MembershipChanged) -> Result<MemberNews, &'static str> {
    Ok(MemberNews {
        organisation: organisation_id(told.organisation_id)?,
        membership: told.membership_id,
        user: user_id(told.user_id)?,
        grade: Some(told.grade().known().ok_or("it has no grade")?),
        version: version(told.version)?,
    })
}

/// A membership that ended.
///
/// # Errors
/// As [`property`].
pub fn member_gone(told: &identity::MembershipEnded) -> Result<MemberNews, &'static str> {
    Ok(MemberNews {
        organisation: organisation_id(told.organisation_id)?,
        membership: told.membership_id,
        user: user_id(told.user_id)?,
        grade: None,
        version: version(told.version)?,
    })
}

/// The organisation of an id.
///
/// # Errors
/// Where it names none.
pub fn organisation_id(id: i64) -> Result<OrganisationId, &'static str> {
    if id < 1 {
        return Err("it names no organisation");
    }
    Ok(id.into())
}

fn user_id(id: i64) -> Result<UserId, &'static str> {
    if id < 1 {
        return Err("it names no account");
    }
    Ok(id.into())
}

fn version(version: i64) -> Result<i64, &'static str> {
    if version < 1 {
        return Err("it lacks a version");
    }
    Ok(version)
}

#[cfg(test)]
mod tests {
    use lintel_proto::common;

    use super::*;

    #[test]
    fn a_property_is_read_whole_or_not_at_all() {
        let told = || portfolio::PropertyChanged {
            property_id: 7,
            organisation_id: 1,
            version: 3,
            display_name: "The Mill".to_owned(),
            status: portfolio::PropertyStatus::Occupied.into(),
            ..Default::default()
        };
        let Ok((organisation, news)) = property(told()) else {
            panic!("it is not read");
        };
        let home = news.home.as_ref();
        assert_eq!((organisation.get(), news.version), (1, 3));
        assert!(home.is_some_and(|home| home.occupied && home.responsible_user.is_none()));
        for bad in [
            portfolio::PropertyChanged {
                organisation_id: 0,
                ..told()
            },
            portfolio::PropertyChanged {
                version: 0,
                ..told()
            },
        ] {
            assert!(property(bad).is_err());
        }
    }

    #[test]
    fn an_inspection_that_is_done_has_no_time_any_more() {
        let told = |status: portfolio::InspectionStatus| portfolio::InspectionChanged {
            inspection_id: 1,
            organisation_id: 1,
            version: 1,
            property_id: 1,
            inspection_date: Some(common::v1::Date {
                year: 2026,
                month: 12,
                day: 1,
            }),
            inspection_time: Some(common::v1::TimeOfDay {
                hour: 10,
                minute: 0,
            }),
            status: status.into(),
            automatic: false,
        };
        let at = |status| inspection(&told(status)).map(|(_, news)| news.at.is_some());
        assert_eq!(at(portfolio::InspectionStatus::Scheduled), Ok(true));
        assert_eq!(at(portfolio::InspectionStatus::Completed), Ok(false));
        let timeless = portfolio::InspectionChanged {
            inspection_time: None,
            ..told(portfolio::InspectionStatus::Scheduled)
        };
        assert!(inspection(&timeless).is_err());
    }

    #[test]
    fn what_was_sealed_to_somebody_else_is_refused() {
        let (ours, theirs) = (Opener::new(&[1; 32]), Opener::new(&[2; 32]));
        let contact = tenancy::TenantContact {
            display_name: "Ada".to_owned(),
            ..Default::default()
        };
        let told = |opener: &Opener| tenancy::TenantChanged {
            tenant_id: 5,
            organisation_id: 1,
            property_id: 1,
            lease_status: tenancy::LeaseStatus::Active.into(),
            version: 1,
            contact: opener.sealer().seal(&contact).ok(),
            ..Default::default()
        };
        assert!(tenant(told(&ours), &ours).is_ok());
        assert!(tenant(told(&theirs), &ours).is_err());
    }

    #[test]
    fn a_tenant_is_read_with_their_last_day_or_not_at_all() {
        let opener = Opener::new(&[1; 32]);
        let told = |year, month, day| tenancy::TenantChanged {
            tenant_id: 5,
            organisation_id: 1,
            property_id: 1,
            lease_status: tenancy::LeaseStatus::Active.into(),
            version: 1,
            contact: opener
                .sealer()
                .seal(&tenancy::TenantContact::default())
                .ok(),
            last_date: Some(common::v1::Date { year, month, day }),
            ..Default::default()
        };
        let read = |told| {
            tenant(told, &opener).map(|(_, news)| news.state.and_then(|state| state.last_date))
        };
        assert_eq!(read(told(2028, 2, 29)), Ok("2028-02-29".parse().ok()));
        assert!(read(told(2027, 2, 29)).is_err());
        let stays = tenancy::TenantChanged {
            last_date: None,
            ..told(2028, 2, 29)
        };
        assert_eq!(read(stays), Ok(None));
    }
}

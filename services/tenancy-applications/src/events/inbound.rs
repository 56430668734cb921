//! Reads what the owners of the copies tell, in their events and in their snapshots.

use lintel_core::{OrganisationId, Role, UserId};
use lintel_proto::{Word as _, identity::v1 as identity, portfolio::v1 as portfolio};
use lintel_rules::Nation;
use lintel_sealing::Opener;

use crate::{
    contract::landlord,
    domain::keeping::{Home, HomeNews, HomeRoom, Lessor, by_number},
};

/// An account, as identity tells it.
#[derive(Debug)]
pub struct AccountNews {
    /// The account.
    pub user: UserId,
    /// Its type; `None` for one that was deleted.
    pub role: Option<Role>,
    /// The verified address; empty while it is not verified.
    pub verified_email: String,
    /// The name, under which a member signs; empty where it is not told.
    pub name: String,
    /// The version.
    pub version: i64,
}

/// An organisation, as identity tells it.
#[derive(Debug)]
pub struct OrganisationNews {
    /// The organisation.
    pub organisation: OrganisationId,
    /// Its name, who lets, and the mails that tenants do not get.
    pub lessor: Lessor,
    /// The version.
    pub version: i64,
}

/// A property as it is.
///
/// # Errors
/// What is wrong with it, in a few words.
pub fn property(
    told: portfolio::PropertyChanged,
) -> Result<(OrganisationId, HomeNews), &'static str> {
    let organisation = organisation_id(told.organisation_id)?;
    let property_type = told.property_type().text().ok_or("it has no type")?;
    let occupied = told.status() == portfolio::PropertyStatus::Occupied;
    let said = told.nation().text().and_then(Nation::parse);
    // Whoever applies pays what it is offered for; the rent of a let home is its present tenants'.
    let rent = told.asking_rent.or(told.monthly_rent);
    let rent = rent.and_then(|rent| rent.try_into().ok());
    let rooms: Result<Vec<_>, _> = told.rooms.into_iter().map(room).collect();
    let mut rooms = rooms?;
    by_number(&mut rooms);
    let property = told.property_id.into();
    let home = Home {
        property,
        name: told.display_name,
        address: told.address,
        nation: Nation::of_home(said, &told.postcode),
        postcode: told.postcode,
        property_type: property_type.to_owned(),
        monthly_rent: rent.ok_or("it has no rent")?,
        occupied,
        rooms,
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

/// An account as it is.
///
/// # Errors
/// As [`property`].
pub fn account(
    told: identity::AccountChanged,
    opener: &Opener,
) -> Result<AccountNews, &'static str> {
    let role = told.role().known().ok_or("it has no role")?;
    let sealed = told.address.ok_or("it has no address")?;
    let address: identity::AccountAddress = opener
        .open(&sealed)
        .map_err(|_| "its address cannot be opened")?;
    Ok(AccountNews {
        user: user_id(told.user_id)?,
        role: Some(role),
        verified_email: address.verified_email,
        name: address.display_name,
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
        role: None,
        verified_email: String::new(),
        name: String::new(),
        version: version(told.version)?,
    })
}

/// An organisation as it is.
///
/// # Errors
/// As [`property`].
pub fn organisation(
    told: identity::OrganisationChanged,
    opener: &Opener,
) -> Result<OrganisationNews, &'static str> {
    let sealed = told.profile.ok_or("it has no profile")?;
    let profile: identity::OrganisationProfile = opener
        .open(&sealed)
        .map_err(|_| "its profile cannot be opened")?;
    Ok(OrganisationNews {
        organisation: organisation_id(told.organisation_id)?,
        lessor: Lessor {
            name: profile.display_name,
            landlord: profile.landlord.and_then(landlord::told),
            off_mails: landlord::off_mails(&profile.off_mails),
        },
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

fn room(told: portfolio::Room) -> Result<HomeRoom, &'static str> {
    let rent = told.asking_rent.or(told.monthly_rent);
    let rent = rent.and_then(|rent| rent.try_into().ok());
    Ok(HomeRoom {
        id: told.room_id.into(),
        number: told.room_number,
        monthly_rent: rent.ok_or("a room has no rent")?,
        occupied: told.occupied,
    })
}

#[cfg(test)]
mod tests {
    use lintel_core::Money;

    use super::*;

    fn told() -> portfolio::PropertyChanged {
        portfolio::PropertyChanged {
            property_id: 7,
            organisation_id: 1,
            version: 3,
            display_name: "The Mill".to_owned(),
            property_type: portfolio::PropertyType::Hmo.into(),
            status: portfolio::PropertyStatus::Occupied.into(),
            monthly_rent: Some(Money::gbp(100).into()),
            ..Default::default()
        }
    }

    #[test]
    fn applicants_are_told_what_a_let_home_is_offered_for() {
        let amount = |pence| Some(Money::gbp(pence).into());
        let room = portfolio::Room {
            room_id: 1,
            room_number: "1".to_owned(),
            monthly_rent: amount(45_000),
            asking_rent: amount(48_000),
            ..Default::default()
        };
        let read = property(portfolio::PropertyChanged {
            asking_rent: amount(125_000),
            rooms: vec![room],
            ..told()
        });
        let home = read.ok().and_then(|(_, news)| news.home);
        let rents = home.map(|home| (home.monthly_rent, home.rooms[0].monthly_rent));
        assert_eq!(rents, Some((Money::gbp(125_000), Money::gbp(48_000))));
    }

    #[test]
    fn a_property_is_read_whole_or_not_at_all() {
        let read = property(told()).map(|(organisation, news)| (organisation.get(), news));
        let Ok((
            1,
            HomeNews {
                home: Some(home),
                version: 3,
                ..
            },
        )) = read
        else {
            panic!("{read:?}");
        };
        assert!(home.is_hmo() && home.occupied);
        for bad in [
            portfolio::PropertyChanged {
                organisation_id: 0,
                ..told()
            },
            portfolio::PropertyChanged {
                version: 0,
                ..told()
            },
            portfolio::PropertyChanged {
                monthly_rent: None,
                ..told()
            },
            portfolio::PropertyChanged {
                property_type: 99,
                ..told()
            },
        ] {
            assert!(property(bad).is_err());
        }
    }

    #[test]
    fn what_was_sealed_to_somebody_else_is_refused() {
        let (ours, theirs) = (Opener::new(&[1; 32]), Opener::new(&[2; 32]));
        let address = identity::AccountAddress {
            verified_email: "ada@example.com".to_owned(),
            display_name: "Ada Lovelace".to_owned(),
        };
        let told = |opener: &Opener| identity::AccountChanged {
            user_id: 5,
            role: lintel_proto::access::v1::Role::Tenant.into(),
            version: 1,
            address: opener.sealer().seal(&address).ok(),
            contact: None,
            maintenance_auto_assign: false,
        };
        let read = account(told(&ours), &ours).map(|news| news.verified_email);
        assert_eq!(read.as_deref(), Ok("ada@example.com"));
        assert!(account(told(&theirs), &ours).is_err());
    }
}

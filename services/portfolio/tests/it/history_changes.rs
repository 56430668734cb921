//! The changes in each entry of a property's history: every field that people edit, with its old and its new value.

use lintel_core::Grade;
use lintel_proto::portfolio::v1::{
    InspectionSettings, Lease, Property, PropertyHistoryEntry, PropertyStatus, PropertyType,
    UpdateInspectionSettingsRequest, inspection_service_client::InspectionServiceClient,
};
use lintel_testkit::tokens::{landlord, member};

use crate::{
    harness::{Caller, World},
    property::{day, flat, gbp, house, room, shared_house},
    sale::sale,
};

/// A field with what it was and what it became; of a room, with its number before it.
type Told = (String, Option<String>, Option<String>);

fn told(entry: &PropertyHistoryEntry) -> Vec<Told> {
    let named = |number: &str, field: &str| {
        let number = (!number.is_empty()).then(|| format!("{number}: "));
        number.unwrap_or_default() + field
    };
    let changes = entry.changes.iter().map(|change| {
        (
            named(&change.room_number, &change.field),
            change.old_value.clone(),
            change.new_value.clone(),
        )
    });
    changes.collect()
}

fn expected(changes: &[(&str, &str, &str)]) -> Vec<Told> {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let changes = changes.iter();
    changes
        .map(|(field, was, is)| ((*field).to_owned(), some(was), some(is)))
        .collect()
}

/// The newest entry of a property's history.
async fn newest(landlord: &Caller, id: i64) -> anyhow::Result<PropertyHistoryEntry> {
    let page = landlord.history(id, 1, "").await?;
    let newest = page.entries.into_iter().next();
    newest.ok_or_else(|| anyhow::anyhow!("there is no history"))
}

/// Changes the fields at `paths` of `before`, and gives what the history says of it.
async fn changed(
    landlord: &Caller,
    before: &Property,
    given: Property,
    paths: &[&str],
) -> anyhow::Result<Vec<Told>> {
    let property_id = before.property_id;
    let given = Property {
        property_id,
        ..given
    };
    landlord.change(given, paths).await?;
    Ok(told(&newest(landlord, property_id).await?))
}

#[tokio::test]
async fn what_a_property_is_and_where_is_remembered() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let stored = landlord.create(house("House")).await?;
    let given = Property {
        display_name: "The House".to_owned(),
        address: "2 Low Road, Leeds".to_owned(),
        postcode: "LS1 4BT".to_owned(),
        property_type: PropertyType::Apartment.into(),
        bedrooms: 4,
        bathrooms: 2,
        size: "90 sq m".to_owned(),
        status: PropertyStatus::UnderMaintenance.into(),
        ..house("")
    };
    let paths = [
        "display_name",
        "address",
        "postcode",
        "property_type",
        "bedrooms",
        "bathrooms",
        "size",
        "status",
    ];
    assert_eq!(
        changed(&landlord, &stored, given, &paths).await?,
        expected(&[
            ("display_name", "House", "The House"),
            ("address", "1 High Street, Leeds", "2 Low Road, Leeds"),
            ("postcode", "LS1 4AP", "LS1 4BT"),
            ("property_type", "House", "Apartment"),
            ("status", "Vacant", "Under Maintenance"),
            ("bedrooms", "3", "4"),
            ("bathrooms", "1", "2"),
            ("size", "", "90 sq m"),
        ])
    );
    Ok(())
}

#[tokio::test]
async fn what_it_cost_and_is_worth_is_remembered() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let stored = landlord.create(flat("Flat")).await?;
    let given = Property {
        monthly_rent: gbp(97_500),
        current_value: gbp(22_000_000),
        purchase_price: gbp(18_100_000),
        purchase_date: day(2020, 6, 2),
        ..flat("")
    };
    let paths = [
        "monthly_rent",
        "current_value",
        "purchase_price",
        "purchase_date",
    ];
    assert_eq!(
        changed(&landlord, &stored, given, &paths).await?,
        expected(&[
            ("monthly_rent", "950.00", "975.00"),
            ("current_value", "210500.01", "220000.00"),
            ("purchase_price", "180000.00", "181000.00"),
            ("purchase_date", "2019-05-01", "2020-06-02"),
            ("purchase_year", "2019", "2020"),
        ])
    );
    Ok(())
}

#[tokio::test]
async fn a_lease_is_remembered() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let stored = landlord.create(flat("Flat")).await?;
    let given = Property {
        lease: Some(Lease {
            years_remaining: Some(180),
            service_charge: gbp(16_000),
            ..Lease::default()
        }),
        ..flat("")
    };
    let paths = [
        "lease.years_remaining",
        "lease.service_charge",
        "lease.ground_rent",
    ];
    assert_eq!(
        changed(&landlord, &stored, given, &paths).await?,
        expected(&[
            ("lease.years_remaining", "90", "180"),
            // Years that are typed anew are those of today.
            ("lease.last_update_date", "2024-11-01", "2026-11-21"),
            ("lease.service_charge", "150.00", "160.00"),
            ("lease.ground_rent", "25.00", ""),
        ])
    );
    Ok(())
}

#[tokio::test]
async fn a_mortgage_and_an_insurance_that_go_are_remembered() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let stored = landlord.create(flat("Flat")).await?;
    let found = changed(&landlord, &stored, house(""), &["mortgage", "insurance"]).await?;
    assert_eq!(
        found,
        expected(&[
            ("mortgage.company", "Leeds Building Society", ""),
            ("mortgage.reference", "LBS/1", ""),
            ("mortgage.contact", "0113 496 0000", ""),
            ("mortgage.mortgage_type", "Repayment", ""),
            ("mortgage.interest_rate_percent", "4.89", ""),
            ("mortgage.amount_borrowed", "150000.00", ""),
            ("mortgage.outstanding_balance", "132480.55", ""),
            ("mortgage.monthly_payment", "410.25", ""),
            ("mortgage.fixed_term_end_date", "2028-02-29", ""),
            ("insurance.company", "Aviva", ""),
            ("insurance.reference", "P-77", ""),
            ("insurance.insurance_type", "Landlord", ""),
            ("insurance.annual_premium", "198.00", ""),
            ("insurance.renewal_date", "2027-01-31", ""),
        ])
    );
    Ok(())
}

#[tokio::test]
async fn a_shared_house_is_remembered_cost_by_cost_and_room_by_room() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let stored = landlord
        .create(shared_house("Shared", &[48_000, 50_000]))
        .await?;
    let mut given = shared_house("", &[52_000]);
    given.rooms[0].occupied = true;
    given.rooms[0].display_name = "Front".to_owned();
    given.rooms.push(room("3", 40_000));
    given.running_costs = given.running_costs.map(|mut costs| {
        costs.water = gbp(5_000);
        costs.tv_licence = None;
        costs
    });
    assert_eq!(
        changed(&landlord, &stored, given, &["rooms", "running_costs"]).await?,
        expected(&[
            ("monthly_rent", "980.00", "920.00"),
            ("running_costs.tv_licence", "13.25", ""),
            ("running_costs.water", "45.00", "50.00"),
            ("1: rooms.display_name", "Room 1", "Front"),
            ("1: rooms.monthly_rent", "480.00", "520.00"),
            ("1: rooms.occupied", "false", "true"),
            ("2: rooms.room_number", "2", ""),
            ("2: rooms.display_name", "Room 2", ""),
            ("2: rooms.monthly_rent", "500.00", ""),
            ("2: rooms.occupied", "false", ""),
            ("3: rooms.room_number", "", "3"),
            ("3: rooms.display_name", "", "Room 3"),
            ("3: rooms.monthly_rent", "", "400.00"),
            ("3: rooms.occupied", "", "false"),
        ])
    );
    Ok(())
}

#[tokio::test]
async fn photos_are_remembered_by_their_addresses() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let (front, back) = (world.photo(1).await?, world.photo(1).await?);
    let stored = landlord.create(house("House")).await?;
    let with = |photo_urls: Vec<String>| Property {
        photo_urls,
        ..house("")
    };
    let both = with(vec![front.clone(), back.clone()]);
    let all = format!("{front} {back}");
    assert_eq!(
        changed(&landlord, &stored, both, &["photo_urls"]).await?,
        expected(&[("photo_urls", "", &all)])
    );
    let turned = with(vec![back.clone(), front.clone()]);
    assert_eq!(
        changed(&landlord, &stored, turned, &["photo_urls"]).await?,
        expected(&[("photo_urls", &all, &format!("{back} {front}"))])
    );
    Ok(())
}

#[tokio::test]
async fn settings_of_inspections_are_remembered_beside_the_property_s_version() -> anyhow::Result<()>
{
    let world = World::start().await?;
    let helen = world.landlord()?;
    let id = helen.create(house("House")).await?.property_id;
    let moritz = member(77, 1, Grade::Manager);
    let token = world.mint.token(&moritz)?;
    let mut inspections = InspectionServiceClient::new(world.bearer(Some(&token))?);
    let request = |frequency: i32| UpdateInspectionSettingsRequest {
        settings: Some(InspectionSettings {
            property_id: id,
            frequency_months: Some(frequency),
            reminder_days: Some(14),
            auto_schedule: Some(false),
            version: 0,
        }),
        ..UpdateInspectionSettingsRequest::default()
    };
    inspections.update_inspection_settings(request(3)).await?;
    // Set to the same values again: no changes are recorded.
    inspections.update_inspection_settings(request(3)).await?;
    let history = helen.history(id, 0, "").await?.entries;
    assert_eq!(history.len(), 2);
    assert_eq!(
        told(&history[0]),
        expected(&[
            ("inspection_settings.frequency_months", "6", "3"),
            ("inspection_settings.reminder_days", "7", "14"),
            ("inspection_settings.auto_schedule", "true", "false"),
        ])
    );
    assert_eq!((history[0].version, history[0].changed_by_user_id), (1, 77));
    assert_eq!(history[0].monthly_rent, history[1].monthly_rent);

    // On pages of one entry each, beside a change of the property, none is left out and the newest is the first.
    inspections.update_inspection_settings(request(12)).await?;
    changed(&helen, &helen.get(id).await?, flat(""), &["size"]).await?;
    let (mut found, mut page) = (Vec::new(), String::new());
    loop {
        let one = helen.history(id, 1, &page).await?;
        found.extend(
            one.entries
                .iter()
                .map(|entry| (entry.version, entry.changes.len())),
        );
        page = one.next_page_token;
        if page.is_empty() {
            break;
        }
    }
    assert_eq!(found, [(2, 1), (1, 1), (1, 3), (1, 0)]);
    Ok(())
}

#[tokio::test]
async fn settings_of_inspections_leave_figures_over_time_alone() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let id = landlord.create(house("House")).await?.property_id;
    let before = landlord.series(2).await?;
    world
        .execute(
            "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent, monthly_costs,
                 settings_version)
             SELECT 1, property_id, 1, now() - interval '40 days', 'Vacant', 1250, 0, n
             FROM properties, generate_series(1, 3) n",
        )
        .await?;
    assert_eq!(landlord.series(2).await?, before);
    landlord.delete(id).await?;
    assert_eq!(
        world
            .number(
                "SELECT count(*) FROM property_history WHERE departure IS NOT NULL AND version = 2"
            )
            .await?,
        1
    );
    Ok(())
}

#[tokio::test]
async fn what_was_changed_stays_with_a_sale_and_goes_with_a_deletion() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = world.landlord()?;
    let sold = helen.create(flat("Sold")).await?;
    let deleted = helen.create(flat("Deleted")).await?;
    for property in [&sold, &deleted] {
        changed(&helen, property, house("Renamed"), &["display_name"]).await?;
    }
    let sale = helen.sell(sold.property_id, sale()).await?;
    helen.delete(deleted.property_id).await?;
    let history = helen.sold_history(sale.sold_property_id, 0, "").await?;
    assert_eq!(
        told(&history.entries[0]),
        expected(&[("display_name", "Sold", "Renamed")])
    );
    assert_eq!(
        world
            .number("SELECT count(*) FROM property_changes")
            .await?,
        1
    );
    // How it stood is kept: the first entry, the change, the end.
    let kept = "SELECT count(*) FROM property_history WHERE property_id = (SELECT max(property_id) FROM property_history)";
    assert_eq!(world.number(kept).await?, 3);
    Ok(())
}

#[tokio::test]
async fn entries_from_before_fields_were_kept_stay_readable() -> anyhow::Result<()> {
    let world = World::start().await?;
    let helen = world.caller(&landlord(11, 1))?;
    let id = helen.create(house("House")).await?.property_id;
    world
        .execute(
            "INSERT INTO property_history (organisation_id, property_id, version, valid_from, status, monthly_rent, monthly_costs)
             SELECT 1, property_id, 2, now(), 'Vacant', 0, 0 FROM properties",
        )
        .await?;
    let entry = newest(&helen, id).await?;
    assert_eq!((entry.version, entry.changes.len()), (2, 0));
    Ok(())
}

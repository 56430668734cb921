//! Tests that every property field of the contract is either in the domain's mask or left out on purpose.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate};
use lintel_core::{Error, Money};
use lintel_proto::FILE_DESCRIPTOR_SET;
use lintel_rules::{Furnishing, LicensingArea, Nation};
use prost::Message as _;
use prost_types::{FileDescriptorSet, field_descriptor_proto::Type};

use crate::domain::{
    InspectionSettings, Insurance, Lease, Mortgage, MortgageType, Percentage, Property,
    PropertyDetails, PropertyType, Room, RunningCosts, StatedFacts, StoredStatus, UpdateMask,
};

fn named<T>(result: Result<T, Error>) -> Vec<(String, String)> {
    match result {
        Err(Error::Invalid { violations, .. }) => violations
            .iter()
            .map(|v| (v.field.clone(), v.message.clone()))
            .collect(),
        _ => Vec::new(),
    }
}

/// Every path of a property in the contract, groups and leaves.
fn contract_paths() -> anyhow::Result<Vec<String>> {
    let files = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET)?.file;
    let file = files
        .into_iter()
        .find(|file| file.name() == "lintel/portfolio/v1/property.proto");
    let messages = file.map(|file| file.message_type).unwrap_or_default();
    let fields = |name: &str| {
        let message = messages.iter().find(|message| message.name() == name);
        message
            .map(|message| message.field.clone())
            .unwrap_or_default()
    };
    let mut paths = Vec::new();
    for field in fields("Property") {
        paths.push(field.name().to_owned());
        let group = field.type_name().rsplit('.').next().unwrap_or_default();
        if field.r#type() == Type::Message && field.type_name().contains("portfolio") {
            let parts = fields(group);
            paths.extend(
                parts
                    .iter()
                    .map(|part| format!("{}.{}", field.name(), part.name())),
            );
        }
    }
    Ok(paths)
}

#[test]
fn every_field_can_be_changed_or_is_refused_as_lintels_own() -> anyhow::Result<()> {
    let immutable = [
        "property_id",
        "rooms.room_id",
        "lease.current_years_remaining",
        "figures",
        "create_time",
        "update_time",
        "version",
        "tenancy_active",
        "rooms_configured",
        "nation_to_confirm",
        "other_nation",
        "duties",
    ];
    let paths = contract_paths()?;
    assert!(paths.len() > 60, "{paths:?}");
    for path in &paths {
        let refused = named(UpdateMask::parse([path.as_str()]));
        let fixed = immutable
            .iter()
            .any(|fixed| path == fixed || path.starts_with(&format!("{fixed}.")));
        let expected = vec![(
            "update_mask".to_owned(),
            format!("`{path}` cannot be changed."),
        )];
        assert_eq!(refused, if fixed { expected } else { vec![] }, "{path}");
    }
    Ok(())
}

/// A property in which everything that people edit depends on `n`.
fn property(n: i32) -> Property {
    let (text, day) = (n.to_string(), NaiveDate::from_num_days_from_ce_opt(n));
    let some = || Some(text.clone());
    let amount = Money::gbp(n.into());
    let (first, known) = (n == 1, Some(amount));
    Property {
        id: 7.into(),
        details: PropertyDetails {
            name: text.clone(),
            address: text.clone(),
            postcode: text.clone(),
            nation: Some([Nation::Wales, Nation::England][usize::from(first)]),
            property_type: [PropertyType::Flat, PropertyType::Hmo][usize::from(first)],
            bedrooms: n,
            bathrooms: n,
            size: some(),
            asking_rent: amount,
            purchase_price: known,
            current_value: known,
            purchase_date: day,
            purchase_year: Some(n),
            status: [StoredStatus::Vacant, StoredStatus::Occupied][usize::from(first)],
            photos: vec![text.clone()],
            running_costs: Some(RunningCosts {
                utilities: known,
                tv_licence: known,
                council_tax: known,
                water: known,
                cleaning: known,
            }),
            lease: Some(Lease {
                years_remaining: Some(n),
                last_updated: day,
                service_charge: known,
                ground_rent: known,
            }),
            mortgage: Some(Mortgage {
                company: some(),
                reference: some(),
                contact: some(),
                interest_rate: Percentage::from_decimal(n.into()).ok(),
                amount_borrowed: known,
                outstanding_balance: known,
                monthly_payment: known,
                mortgage_type: first.then_some(MortgageType::Repayment),
                fixed_term_end: day,
            }),
            insurance: Some(Insurance {
                company: some(),
                reference: some(),
                annual_premium: known,
                renewal_date: day,
                insurance_type: some(),
            }),
            facts: StatedFacts {
                gas: Some(first),
                furnishing: first.then_some(Furnishing::Furnished),
                shared: Some(first),
                storeys: Some(n),
                most_residents: Some(n),
                licensing_area: first.then_some(LicensingArea::Selective),
            },
        },
        rooms: vec![Room {
            id: 1.into(),
            number: text.clone(),
            name: text.clone(),
            asking_rent: amount,
            let_rent: known,
            occupied: first,
        }],
        tenancy_active: first,
        let_rent: known,
        responsible: Some(i64::from(n).into()),
        version: 1,
        created_at: DateTime::UNIX_EPOCH,
        updated_at: DateTime::UNIX_EPOCH,
    }
}

#[test]
fn the_history_knows_every_field_that_can_be_changed() -> anyhow::Result<()> {
    let mut editable: BTreeSet<_> = contract_paths()?
        .into_iter()
        .filter(|path| UpdateMask::parse([path.as_str()]).is_ok())
        .collect();
    let groups = ["rooms", "running_costs", "lease", "mortgage", "insurance"];
    editable.retain(|path| !groups.contains(&path.as_str()));
    let changes = property(1).changes_to(&property(2));
    let mut known: BTreeSet<_> = changes.into_iter().map(|change| change.field).collect();
    assert!(known.remove("tenancy_active"));
    assert_eq!(known, editable);
    Ok(())
}

#[test]
fn the_history_knows_every_setting_of_inspections() -> anyhow::Result<()> {
    let other = InspectionSettings {
        frequency_months: 3,
        reminder_days: 30,
        auto_schedule: false,
    };
    let changes = InspectionSettings::default().changes_to(other);
    let known: BTreeSet<_> = changes.into_iter().map(|change| change.field).collect();
    let files = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET)?.file;
    let settings = files
        .iter()
        .flat_map(|file| &file.message_type)
        .find(|message| message.name() == "InspectionSettings");
    let fields = settings.map(|message| message.field.clone());
    let fields = fields.unwrap_or_default().into_iter();
    let editable = fields
        .map(|field| format!("inspection_settings.{}", field.name()))
        .filter(|path| !path.ends_with(".property_id") && !path.ends_with(".version"));
    assert_eq!(known, editable.collect());
    Ok(())
}

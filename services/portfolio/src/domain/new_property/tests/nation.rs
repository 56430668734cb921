//! Tests of the nation that a new property is in.

use super::*;
use crate::domain::Located;

fn at(postcode: &str, said: Option<Nation>) -> PropertyDraft {
    PropertyDraft {
        postcode: postcode.to_owned(),
        nation: said,
        ..house()
    }
}

fn details(draft: PropertyDraft) -> anyhow::Result<PropertyDetails> {
    let new = NewProperty::try_new(draft, RentRule::SumOfRooms, today())?;
    Ok(new.details().clone())
}

#[test]
fn a_nation_is_proposed_and_asked_for_where_the_district_is_in_two() -> anyhow::Result<()> {
    for (postcode, said, nation, other, to_confirm) in [
        ("LS1 4AP", None, Nation::England, None, false),
        ("CF10 1AA", None, Nation::Wales, None, false),
        ("CH4 0AA", None, Nation::England, Some(Nation::Wales), true),
        (
            "CH4 0AA",
            Some(Nation::England),
            Nation::England,
            Some(Nation::Wales),
            false,
        ),
        (
            "CH4 0AA",
            Some(Nation::Wales),
            Nation::Wales,
            Some(Nation::England),
            false,
        ),
        (
            "TD12 4AA",
            None,
            Nation::Scotland,
            Some(Nation::England),
            true,
        ),
        // One or two postcodes of the other nation stand in districts that are not asked about.
        ("SY7 0AA", Some(Nation::Wales), Nation::Wales, None, false),
    ] {
        let details = details(at(postcode, said))?;
        assert_eq!(
            details.located(),
            Located {
                nation,
                other,
                to_confirm
            },
            "{postcode} {said:?}"
        );
    }
    Ok(())
}

#[test]
fn what_the_postcode_says_by_itself_is_kept_as_no_choice() -> anyhow::Result<()> {
    let kept = |postcode, said| anyhow::Ok(details(at(postcode, Some(said)))?.nation);
    assert_eq!(kept("LS1 4AP", Nation::England)?, None);
    assert_eq!(kept("LS1 4AP", Nation::Wales)?, Some(Nation::Wales));
    assert_eq!(kept("CH4 0AA", Nation::England)?, Some(Nation::England));
    Ok(())
}

#[test]
fn a_postcode_outside_the_united_kingdom_is_refused_with_its_place() {
    for (postcode, place) in [
        ("IM1 1AA", "Isle of Man"),
        ("JE2 3AB", "Jersey"),
        ("GY1 1AA", "Guernsey"),
    ] {
        let refused = refused(at(postcode, None));
        assert_eq!(refused.len(), 1, "{refused:?}");
        assert_eq!(refused[0].0, "postcode");
        assert!(refused[0].1.contains(place), "{refused:?}");
    }
}

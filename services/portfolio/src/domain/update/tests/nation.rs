//! Tests of changes of a property's nation and of its postcode.

use lintel_rules::Nation;

use super::*;

fn at(postcode: &str, nation: Option<Nation>) -> PropertyDraft {
    PropertyDraft {
        postcode: postcode.to_owned(),
        nation,
        ..draft(PropertyType::House)
    }
}

/// The nation that a Welsh home at CH4 keeps by a change of these fields.
fn kept(paths: &[&str], given: PropertyDraft) -> anyhow::Result<Option<Nation>> {
    let before = stored(at("CH4 0AA", Some(Nation::Wales)))?;
    Ok(change(&before, paths, given)?.details.nation)
}

#[test]
fn another_postcode_forgets_the_nation_unless_one_is_said_with_it() -> anyhow::Result<()> {
    assert_eq!(kept(&["postcode"], at("CH4 9XY", None))?, None);
    let same = kept(&["postcode"], at("ch40aa", None))?;
    assert_eq!(same, Some(Nation::Wales));
    let named = kept(&["address"], at("CH4 9XY", None))?;
    assert_eq!(named, Some(Nation::Wales));
    let both = ["postcode", "nation"];
    let said = kept(&both, at("CH4 9XY", Some(Nation::England)))?;
    assert_eq!(said, Some(Nation::England));
    assert_eq!(kept(&["nation"], at("CH4 0AA", None))?, None);
    Ok(())
}

#[test]
fn a_home_outside_the_kingdom_stays_editable_and_moves_to_none_there() -> anyhow::Result<()> {
    let mut before = stored(draft(PropertyType::House))?;
    "IM1 1AA".clone_into(&mut before.details.postcode);
    let renamed = change(&before, &["display_name"], draft(PropertyType::House))?;
    assert_eq!(renamed.details.postcode, "IM1 1AA");
    let moved = |postcode| named(change(&before, &["postcode"], at(postcode, None)));
    assert!(moved("im11aa").is_empty());
    assert!(moved("LS1 4AP").is_empty());
    let refused = moved("IM2 2BB");
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert_eq!(refused[0].0, "postcode");
    Ok(())
}

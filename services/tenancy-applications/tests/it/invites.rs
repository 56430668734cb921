//! Links that invite to apply.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::Duration;
use lintel_proto::tenancy::v1::{
    CreateInviteRequest, InviteOffer, ListInvitesRequest, OpenInviteRequest, OpenInviteResponse,
    RevokeInviteRequest, TenancyMailKind,
};
use tonic::{Code, Status};

use crate::{
    applying::{
        FLAT, HOUSE, OTHER_FLAT, ROOMS, apply, day, everything, invite, invites, mails, money,
        nobody, owner, request_id, signup, submit, world,
    },
    harness::{World, reason, refusal, violations},
};

async fn open(world: &World, token: &str) -> Result<OpenInviteResponse, Status> {
    let connection = nobody(world).map_err(|error| Status::internal(error.to_string()))?;
    let token = token.to_owned();
    let reply = invites(&connection)
        .open_invite(OpenInviteRequest { token })
        .await?;
    Ok(reply.into_inner())
}

#[tokio::test]
async fn a_link_shows_what_is_vacant_and_nothing_else() -> anyhow::Result<()> {
    let world = world().await?;
    let made = invite(&world, HOUSE, Some(ROOMS[1])).await?;
    let opened = open(&world, &made.token).await?;
    assert_eq!(opened.organisation_name, "Northern Lets");
    assert_eq!(
        (opened.property_id, opened.room_id),
        (HOUSE, Some(ROOMS[1]))
    );
    let names: Vec<_> = opened
        .homes
        .iter()
        .map(|home| home.display_name.as_str())
        .collect();
    assert_eq!(names, ["Cottage", "Garden Flat", "Park House"]);

    world
        .execute(
            "UPDATE home_rooms SET is_occupied = true WHERE room_id = 22;
             UPDATE homes SET is_occupied = true WHERE property_id = 4",
        )
        .await?;
    let opened = open(&world, &made.token).await?;
    assert_eq!((opened.property_id, opened.room_id), (HOUSE, None));
    let rooms: Vec<_> = opened
        .homes
        .iter()
        .map(|home| (home.property_id, home.rooms.len()))
        .collect();
    assert_eq!(rooms, [(FLAT, 0), (HOUSE, 1)]);
    Ok(())
}

#[tokio::test]
async fn a_repeat_answers_the_same_token_and_no_row_holds_it() -> anyhow::Result<()> {
    let world = world().await?;
    let mut landlord = invites(&owner(&world, 1)?);
    let request = CreateInviteRequest {
        property_id: FLAT,
        recipient_name: "Ann".to_owned(),
        recipient_email: "ann@example.com".to_owned(),
        request_id: request_id(),
        ..CreateInviteRequest::default()
    };
    let first = landlord.create_invite(request.clone()).await?.into_inner();
    let again = landlord.create_invite(request).await?.into_inner();
    assert_eq!(first, again);
    assert_eq!(world.number("SELECT count(*) FROM invites").await?, 1);

    let (_, status_token) = apply(&world, "Bob", FLAT, None).await?;
    let stored = everything(&world).await?;
    for token in [&first.token, &status_token] {
        assert_eq!(token.len(), 43);
        let bytes = URL_SAFE_NO_PAD.decode(token)?;
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let text: String = token.bytes().map(|byte| format!("{byte:02x}")).collect();
        assert!(
            !stored.contains(token.as_str()) && !stored.contains(&hex) && !stored.contains(&text)
        );
    }
    let (kind, mail) = mails(&world).await?.remove(0);
    assert_eq!(kind, TenancyMailKind::Invite);
    assert_eq!(
        (mail.token, mail.recipient_email),
        (first.token, "ann@example.com".to_owned())
    );
    Ok(())
}

#[tokio::test]
async fn a_dead_link_says_why_and_an_unknown_one_nothing() -> anyhow::Result<()> {
    let world = world().await?;
    let mut landlord = invites(&owner(&world, 1)?);
    let revoked = invite(&world, FLAT, None).await?;
    let invite_id = revoked.invite.unwrap_or_default().invite_id;
    for _ in 0..2 {
        let request_id = request_id();
        landlord
            .revoke_invite(RevokeInviteRequest {
                invite_id,
                request_id,
            })
            .await?;
    }
    let expired = invite(&world, FLAT, None).await?;
    let (_, status_token) = apply(&world, "Bob", FLAT, None).await?;
    world.clock.advance(Duration::days(90));
    for (token, why) in [
        (revoked.token.as_str(), "LINK_CLOSED"),
        (&expired.token, "LINK_EXPIRED"),
        (&status_token, "LINK_INVALID"),
        ("unknown", "LINK_INVALID"),
        ("", "LINK_INVALID"),
    ] {
        let refused = refusal(open(&world, token).await)?;
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::NotFound, why)
        );
        let refused = refusal(submit(&world, token, signup("Eve")).await)?;
        assert_eq!(reason(&refused), why);
    }
    let listed = landlord.list_invites(ListInvitesRequest::default()).await?;
    assert_eq!(listed.into_inner().invites, []);
    Ok(())
}

#[tokio::test]
async fn a_list_tells_of_each_link_when_it_was_used_and_what_came_by_it() -> anyhow::Result<()> {
    let world = world().await?;
    let mut landlord = invites(&owner(&world, 1)?);
    let made = invite(&world, FLAT, None).await?;
    open(&world, &made.token).await?;
    submit(&world, &made.token, signup("Bob")).await?;
    invite(&world, HOUSE, Some(ROOMS[0])).await?;
    let listed = landlord.list_invites(ListInvitesRequest::default()).await?;
    let listed = listed.into_inner().invites;
    let told: Vec<_> = listed
        .iter()
        .map(|one| {
            (
                one.property_id,
                one.last_use_time.is_some(),
                one.applications,
            )
        })
        .collect();
    assert_eq!(told, [(HOUSE, false, 0), (FLAT, true, 1)]);
    let request = ListInvitesRequest {
        page_size: 1,
        ..Default::default()
    };
    let first = landlord.list_invites(request).await?.into_inner();
    let request = ListInvitesRequest {
        page_size: 1,
        page_token: first.next_page_token,
    };
    let second = landlord.list_invites(request).await?.into_inner();
    assert_eq!(
        (first.invites[0].property_id, second.invites[0].property_id),
        (HOUSE, FLAT)
    );
    let other = invites(&owner(&world, 2)?)
        .list_invites(ListInvitesRequest::default())
        .await?;
    assert_eq!(other.into_inner().invites, []);
    Ok(())
}

#[tokio::test]
async fn a_link_is_for_a_home_of_the_organisation_that_is_vacant() -> anyhow::Result<()> {
    let world = world().await?;
    for (property, room, why) in [
        (OTHER_FLAT, None, "HOME_NOT_FOUND"),
        (FLAT, Some(ROOMS[0]), "ROOM_NOT_FOUND"),
        (HOUSE, Some(99), "ROOM_NOT_FOUND"),
        (HOUSE, None, "INVITE_INVALID"),
    ] {
        let refused = refusal(invite(&world, property, room).await)?;
        assert_eq!(reason(&refused), why, "{property} {room:?}");
    }
    world
        .execute(
            "UPDATE home_rooms SET is_occupied = true WHERE room_id = 21;
             UPDATE homes SET is_occupied = true WHERE property_id = 1",
        )
        .await?;
    for (property, room) in [(FLAT, None), (HOUSE, Some(ROOMS[0]))] {
        let refused = refusal(invite(&world, property, room).await)?;
        assert_eq!(reason(&refused), "HOME_ALREADY_LET");
    }
    world
        .execute("UPDATE home_rooms SET is_occupied = true")
        .await?;
    let refused = refusal(invite(&world, HOUSE, Some(ROOMS[0])).await)?;
    let text = "No vacant rooms available. All rooms in this HMO property are currently occupied.";
    assert_eq!(
        violations(&refused),
        [("room_id".to_owned(), text.to_owned())]
    );
    Ok(())
}

#[tokio::test]
async fn another_organisation_cannot_end_a_link_and_nobody_floods_an_address() -> anyhow::Result<()>
{
    let world = world().await?;
    let made = invite(&world, FLAT, None).await?;
    let invite_id = made.invite.unwrap_or_default().invite_id;
    let request = RevokeInviteRequest {
        invite_id,
        request_id: request_id(),
    };
    let refused = refusal(invites(&owner(&world, 2)?).revoke_invite(request).await)?;
    assert_eq!(reason(&refused), "INVITE_NOT_FOUND");
    let mut landlord = invites(&owner(&world, 1)?);
    for count in 1..=6 {
        let request = CreateInviteRequest {
            property_id: FLAT,
            recipient_email: "Ann@example.com".to_owned(),
            request_id: request_id(),
            ..CreateInviteRequest::default()
        };
        let made = landlord.create_invite(request).await;
        assert_eq!(made.is_ok(), count <= 5, "{count}");
    }
    Ok(())
}

/// A link to a room that is free from a day on, with all that can be said of it.
fn offering(deposit: i64) -> CreateInviteRequest {
    CreateInviteRequest {
        property_id: HOUSE,
        room_id: Some(ROOMS[0]),
        recipient_email: "ann@example.com".to_owned(),
        offer: Some(InviteOffer {
            deposit: money(deposit),
            free_from_date: day(2026, 12, 20),
            bills: "Water and broadband".to_owned(),
            energy_rating: "c".to_owned(),
        }),
        request_id: request_id(),
        ..CreateInviteRequest::default()
    }
}

#[tokio::test]
async fn a_link_tells_what_a_room_is_offered_for_while_it_is_vacant() -> anyhow::Result<()> {
    let world = world().await?;
    let mut landlord = invites(&owner(&world, 1)?);
    let made = landlord.create_invite(offering(50_000)).await?.into_inner();
    let offer = InviteOffer {
        energy_rating: "C".to_owned(),
        ..offering(50_000).offer.unwrap_or_default()
    };
    let kept = made.invite.and_then(|invite| invite.offer);
    assert_eq!(kept.as_ref(), Some(&offer));
    let listed = landlord.list_invites(ListInvitesRequest::default()).await?;
    assert_eq!(listed.into_inner().invites[0].offer.as_ref(), Some(&offer));
    let opened = open(&world, &made.token).await?;
    let listed_offer = Some(offer);
    assert_eq!(opened.organisation_id, 1);
    assert_eq!(opened.offer, listed_offer);
    let (_, mail) = mails(&world).await?.remove(0);
    assert_eq!(mail.offer, listed_offer);
    assert!(
        mail.property_address.starts_with("Room 1, "),
        "{}",
        mail.property_address
    );

    world.clock.advance(Duration::days(30));
    let opened = open(&world, &made.token).await?.offer;
    let offer = opened.unwrap_or_default();
    assert_eq!((offer.free_from_date, offer.deposit), (None, money(50_000)));
    world
        .execute("UPDATE home_rooms SET is_occupied = true WHERE room_id = 21")
        .await?;
    assert_eq!(open(&world, &made.token).await?.offer, None);
    let silent = invite(&world, FLAT, None).await?;
    assert_eq!(open(&world, &silent.token).await?.offer, None);
    Ok(())
}

#[tokio::test]
async fn a_deposit_above_the_cap_of_a_lowered_rent_is_not_told() -> anyhow::Result<()> {
    let world = world().await?;
    let mut landlord = invites(&owner(&world, 1)?);
    let made = landlord.create_invite(offering(57_692)).await?.into_inner();
    let deposit = async || {
        let opened = open(&world, &made.token).await?.offer.unwrap_or_default();
        assert_eq!(opened.bills, "Water and broadband");
        anyhow::Ok(opened.deposit)
    };
    assert_eq!(deposit().await?, money(57_692));
    world
        .execute("UPDATE home_rooms SET monthly_rent = 480 WHERE room_id = 21")
        .await?;
    assert_eq!(deposit().await?, None);
    // The landlord sees what was said.
    let listed = landlord.list_invites(ListInvitesRequest::default()).await?;
    let offer = listed.into_inner().invites.remove(0).offer;
    assert_eq!(offer.unwrap_or_default().deposit, money(57_692));
    Ok(())
}

#[tokio::test]
async fn a_mail_says_what_was_said_and_nothing_of_the_past() -> anyhow::Result<()> {
    let world = world().await?;
    let mut landlord = invites(&owner(&world, 1)?);
    let mut free_now = offering(50_000);
    free_now.offer.get_or_insert_default().free_from_date = day(2026, 11, 24);
    landlord.create_invite(free_now).await?;
    let silent = CreateInviteRequest {
        offer: None,
        ..offering(0)
    };
    landlord.create_invite(silent).await?;
    let offers: Vec<_> = mails(&world)
        .await?
        .into_iter()
        .map(|(_, mail)| mail.offer)
        .collect();
    let told = offers[0].clone().unwrap_or_default();
    assert_eq!((told.deposit, told.free_from_date), (money(50_000), None));
    assert_eq!(offers[1], None);
    Ok(())
}

#[tokio::test]
async fn an_offer_above_the_cap_or_of_the_past_is_refused_by_field() -> anyhow::Result<()> {
    let world = world().await?;
    let mut landlord = invites(&owner(&world, 1)?);
    let mut request = offering(500_000);
    let offer = request.offer.get_or_insert_default();
    offer.free_from_date = day(2020, 1, 1);
    offer.energy_rating = "Z".to_owned();
    let refused = refusal(landlord.create_invite(request).await)?;
    assert_eq!(reason(&refused), "INVITE_INVALID");
    let named: Vec<_> = violations(&refused)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(
        named,
        [
            "offer.deposit",
            "offer.free_from_date",
            "offer.energy_rating"
        ]
    );
    let mut unread = offering(100);
    unread.offer.get_or_insert_default().free_from_date = day(2026, 13, 1);
    let refused = refusal(landlord.create_invite(unread).await)?;
    assert_eq!(violations(&refused)[0].0, "offer.free_from_date");
    Ok(())
}

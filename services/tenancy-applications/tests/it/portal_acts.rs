//! What tenants do of their own home: notice, a pet, how they are reached, a word to the landlord.

use lintel_core::Role;
use lintel_proto::tenancy::v1::{
    AskForPetRequest, ChangeOwnContactRequest, GiveNoticeRequest, TenancyEnder, TenancyMail,
    TenancyMailKind, Tenant, WriteToLandlordRequest,
};
use lintel_testkit::tokens::outsider;
use tonic::{Code, Status};

use crate::{
    applying::{ANN, FLAT, mails, request_id, world},
    harness::{Caller, World, reason, refusal},
    tenants::{day, tenant},
};

/// Ann's tenancy of the flat, which her account has confirmed.
pub async fn at_home(world: &World) -> anyhow::Result<(Caller, Tenant)> {
    let landlord = world.landlord()?;
    let added = landlord
        .add(Tenant {
            email: "ann@example.com".to_owned(),
            ..tenant(FLAT, "Ann")
        })
        .await?;
    world.confirm(ANN, added.tenancy_id).await?;
    Ok((world.caller(&outsider(ANN, Role::Tenant))?, added))
}

pub async fn sent(world: &World, kind: TenancyMailKind) -> anyhow::Result<Vec<TenancyMail>> {
    let all = mails(world).await?.into_iter();
    let of_kind = all.filter(|(one, _)| *one == kind);
    Ok(of_kind.map(|(_, mail)| mail).collect())
}

async fn give(caller: &Caller, request: GiveNoticeRequest) -> Result<(), Status> {
    caller.portal.clone().give_notice(request).await.map(drop)
}

#[tokio::test]
async fn a_notice_ends_the_tenancy_on_the_earliest_day_or_later() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, added) = at_home(&world).await?;
    let offered = ann.portal().await?.notice.unwrap_or_default();
    // England: two months from 24 November, at the end of a rent period that begins on the 1st.
    assert_eq!(offered.earliest_date, day(2027, 1, 31));
    let notice = |last_date| GiveNoticeRequest {
        tenancy_id: added.tenancy_id,
        last_date,
        request_id: request_id(),
    };
    for early in [day(2027, 1, 30), None] {
        let refused = refusal(give(&ann, notice(early)).await)?;
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::InvalidArgument, "NOTICE_INVALID")
        );
    }
    let given = notice(day(2027, 1, 31));
    for _ in 0..2 {
        give(&ann, given.clone()).await?;
    }
    let seen = world.landlord()?.get(added.tenant_id).await?;
    assert_eq!(seen.leave_date, day(2027, 1, 31));
    assert_eq!(seen.ended_by(), TenancyEnder::Tenant);
    assert_eq!(seen.notice_date, day(2026, 11, 24));
    let told = sent(&world, TenancyMailKind::TenantGaveNotice).await?;
    assert_eq!(told.len(), 1, "a repeat tells nobody again");
    assert_eq!(told[0].tenant_name, "Ann");
    assert_eq!(told[0].date, day(2027, 1, 31));
    let proof = sent(&world, TenancyMailKind::NoticeReceived).await?;
    assert_eq!(proof.len(), 1);
    assert_eq!(proof[0].recipient_email, "ann@example.com");
    assert!(proof[0].tenant_name.is_empty(), "it is her own");
    let again = refusal(give(&ann, notice(day(2027, 2, 28))).await)?;
    assert_eq!(reason(&again), "NOTICE_GIVEN");
    assert!(ann.portal().await?.notice.is_none());
    Ok(())
}

#[tokio::test]
async fn one_notice_ends_a_joint_tenancy_for_all_and_tells_them() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, added) = at_home(&world).await?;
    let landlord = world.landlord()?;
    let bo = landlord
        .add(Tenant {
            tenancy_id: added.tenancy_id,
            ..tenant(FLAT, "Bo")
        })
        .await?;
    let shown = ann.portal().await?;
    assert_eq!(shown.household, ["Bo"]);
    let given = GiveNoticeRequest {
        tenancy_id: added.tenancy_id,
        last_date: day(2027, 1, 31),
        request_id: request_id(),
    };
    give(&ann, given).await?;
    for tenant in [added.tenant_id, bo.tenant_id] {
        let seen = landlord.get(tenant).await?;
        assert_eq!(seen.leave_date, day(2027, 1, 31));
    }
    let proof = sent(&world, TenancyMailKind::NoticeReceived).await?;
    let to_bo = proof
        .iter()
        .find(|mail| mail.recipient_email == "bo@example.com");
    assert_eq!(to_bo.map(|mail| mail.tenant_name.as_str()), Some("Ann"));
    Ok(())
}

#[tokio::test]
async fn of_two_notices_at_once_one_holds() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, added) = at_home(&world).await?;
    let notice = |last_date| GiveNoticeRequest {
        tenancy_id: added.tenancy_id,
        last_date,
        request_id: request_id(),
    };
    let (one, other) = tokio::join!(
        give(&ann, notice(day(2027, 1, 31))),
        give(&ann, notice(day(2027, 2, 28)))
    );
    let refused: Vec<_> = [one, other].into_iter().filter_map(Result::err).collect();
    assert_eq!(refused.len(), 1);
    assert_eq!(reason(&refused[0]), "NOTICE_GIVEN");
    let told = sent(&world, TenancyMailKind::TenantGaveNotice).await?;
    assert_eq!(told.len(), 1);
    Ok(())
}

#[tokio::test]
async fn a_pet_is_asked_for_once_and_to_be_answered_in_28_days() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, added) = at_home(&world).await?;
    let request = AskForPetRequest {
        tenancy_id: added.tenancy_id,
        pet: "A small dog".to_owned(),
        request_id: request_id(),
    };
    let mut ids = Vec::new();
    for _ in 0..2 {
        let reply = ann.portal.clone().ask_for_pet(request.clone()).await?;
        let asked = reply.into_inner().pet_request.unwrap_or_default();
        assert_eq!(asked.pet, "A small dog");
        assert_eq!(asked.answer_by_date, day(2026, 12, 22));
        ids.push(asked.pet_request_id);
    }
    assert_eq!(ids[0], ids[1]);
    assert_eq!(ann.portal().await?.pet_requests.len(), 1);
    let told = sent(&world, TenancyMailKind::PetAsked).await?;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].note, "A small dog");
    assert_eq!(told[0].date, day(2026, 12, 22));
    let bad = AskForPetRequest {
        pet: " ".to_owned(),
        request_id: request_id(),
        ..request
    };
    let refused = refusal(ann.portal.clone().ask_for_pet(bad).await)?;
    assert_eq!(reason(&refused), "PET_REQUEST_INVALID");
    Ok(())
}

#[tokio::test]
async fn a_tenant_changes_how_they_are_reached() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, added) = at_home(&world).await?;
    let change = |phone: &str| ChangeOwnContactRequest {
        tenancy_id: added.tenancy_id,
        phone: phone.to_owned(),
        address: "3 Mill Lane, Leeds".to_owned(),
        request_id: request_id(),
    };
    let short = ann.portal.clone().change_own_contact(change("07700")).await;
    assert_eq!(reason(&refusal(short)?), "TENANT_INVALID");
    for _ in 0..2 {
        let mut portal = ann.portal.clone();
        portal.change_own_contact(change("07700 900337")).await?;
    }
    let seen = world.landlord()?.get(added.tenant_id).await?;
    assert_eq!(seen.phone, "07700 900337");
    assert_eq!(seen.address, "3 Mill Lane, Leeds");
    let told = sent(&world, TenancyMailKind::TenantContactChanged).await?;
    assert_eq!(told.len(), 1, "the same once more is no change");
    assert_eq!(told[0].note, "07700 900337, 3 Mill Lane, Leeds");
    Ok(())
}

#[tokio::test]
async fn a_tenant_writes_to_the_landlord_ten_times_a_day() -> anyhow::Result<()> {
    let world = world().await?;
    let (ann, added) = at_home(&world).await?;
    let letter = |text: &str| WriteToLandlordRequest {
        tenancy_id: added.tenancy_id,
        text: text.to_owned(),
        request_id: request_id(),
    };
    let empty = ann.portal.clone().write_to_landlord(letter(" ")).await;
    assert_eq!(reason(&refusal(empty)?), "MESSAGE_INVALID");
    for number in 0..10 {
        let text = format!("Line one of {number}.\nLine two.");
        ann.portal.clone().write_to_landlord(letter(&text)).await?;
    }
    let over = ann.portal.clone().write_to_landlord(letter("More")).await;
    assert_eq!(refusal(over)?.code(), Code::ResourceExhausted);
    let told = sent(&world, TenancyMailKind::TenantWrote).await?;
    assert_eq!(told.len(), 10);
    assert_eq!(told[0].note, "Line one of 0.\nLine two.");
    assert_eq!(told[0].tenant_email, "ann@example.com");
    world.clock.advance(chrono::Duration::hours(25));
    ann.portal.clone().write_to_landlord(letter("More")).await?;
    Ok(())
}

#[tokio::test]
async fn nobody_acts_in_somebody_elses_home() -> anyhow::Result<()> {
    let world = world().await?;
    let (_, added) = at_home(&world).await?;
    let stranger = world.caller(&outsider(52, Role::Tenant))?;
    let tenancy_id = added.tenancy_id;
    let mut portal = stranger.portal.clone();
    let mut refused = vec![refusal(
        portal
            .give_notice(GiveNoticeRequest {
                tenancy_id,
                last_date: day(2027, 1, 31),
                ..Default::default()
            })
            .await,
    )?];
    let pet = AskForPetRequest {
        tenancy_id,
        pet: "A cat".to_owned(),
        ..Default::default()
    };
    refused.push(refusal(portal.ask_for_pet(pet).await)?);
    let contact = ChangeOwnContactRequest {
        tenancy_id,
        phone: "07700 900337".to_owned(),
        ..Default::default()
    };
    refused.push(refusal(portal.change_own_contact(contact).await)?);
    let letter = WriteToLandlordRequest {
        tenancy_id,
        text: "Hello".to_owned(),
        ..Default::default()
    };
    refused.push(refusal(portal.write_to_landlord(letter).await)?);
    for one in &refused {
        assert_eq!(reason(one), "TENANCY_NOT_LINKED");
    }
    Ok(())
}

//! Comments of both sides.

use lintel_proto::maintenance::v1::{
    AddCommentRequest, AttachmentKind, ListCommentsRequest, MaintenanceActor,
    MaintenanceMailKind as Kind,
};
use lintel_viewings_maintenance::store;

use super::{ANN, CLEO, attachments::picture, letters, owner, report, tenant, told, world};
use crate::harness::{fields, reason, refusal};

#[tokio::test]
async fn each_side_is_told_what_the_other_writes() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    told(&world).await?;
    let asked = ann.say(id, "When does somebody come?", &[]).await?;
    assert_eq!(
        (asked.author(), asked.user_id),
        (MaintenanceActor::Tenant, ANN)
    );
    let mails = letters(&world).await?;
    assert!(mails.len() == 1 && mails[0].to_members && mails[0].kind == Kind::Commented);
    assert_eq!(
        (
            mails[0].mail.author_name.as_str(),
            mails[0].mail.text.as_str()
        ),
        ("Ann", "When does somebody come?")
    );
    assert!(landlord.get(id).await?.first_response_time.is_none());

    landlord.say(id, "On Friday.\nPlease be in.", &[]).await?;
    assert_eq!(
        told(&world).await?,
        [(Kind::Commented, "ann@example.org".to_owned())]
    );
    let answered = landlord.get(id).await?;
    assert!(answered.first_response_time.is_some());
    assert_eq!((answered.comment_count, answered.version), (2, 3));

    let seen = landlord.comments(id).await?;
    let names: Vec<_> = seen
        .iter()
        .map(|one| (one.author_name.as_str(), one.user_id))
        .collect();
    assert_eq!(names, [("Ann", ANN), ("", 11)]);
    let own = ann.comments(id).await?;
    let names: Vec<_> = own
        .iter()
        .map(|one| (one.author_name.as_str(), one.user_id))
        .collect();
    assert_eq!(names, [("", ANN), ("", 0)]);
    assert_eq!(own[1].text, "On Friday.\nPlease be in.");
    Ok(())
}

#[tokio::test]
async fn a_comment_takes_photos_of_its_own_side() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let own = ann
        .attach(id, AttachmentKind::Photo, picture()?)
        .await?
        .attachment_id;
    let theirs = landlord
        .attach(id, AttachmentKind::After, picture()?)
        .await?
        .attachment_id;
    let refused = refusal(ann.say(id, "", &[theirs]).await)?;
    assert_eq!(reason(&refused), "MAINTENANCE_INVALID");
    assert_eq!(fields(&refused), ["text", "attachment_ids"]);
    let said = ann.say(id, "Still wet", &[own]).await?;
    assert_eq!(said.attachments.len(), 1);
    assert_eq!(said.attachments[0].comment_id, said.comment_id);
    let refused = refusal(ann.say(id, "Again", &[own]).await)?;
    assert_eq!(fields(&refused), ["attachment_ids"]);
    Ok(())
}

#[tokio::test]
async fn comments_come_in_pages_and_to_nobody_else() -> anyhow::Result<()> {
    let world = world().await?;
    let ann = tenant(&world, ANN)?;
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    for number in 0..5 {
        ann.say(id, &format!("{number}"), &[]).await?;
    }
    let (mut texts, mut page_token) = (Vec::new(), String::new());
    loop {
        let request = ListCommentsRequest {
            maintenance_request_id: id,
            page_size: 2,
            page_token,
        };
        let page = ann
            .requests
            .clone()
            .list_comments(request)
            .await?
            .into_inner();
        texts.extend(page.comments.into_iter().map(|one| one.text));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(texts, ["0", "1", "2", "3", "4"]);
    for stranger in [owner(&world, 2)?, tenant(&world, CLEO)?] {
        let refused = refusal(stranger.comments(id).await)?;
        assert_eq!(reason(&refused), "MAINTENANCE_REQUEST_NOT_FOUND");
        let refused = refusal(stranger.say(id, "Hello", &[]).await)?;
        assert_eq!(reason(&refused), "MAINTENANCE_REQUEST_NOT_FOUND");
    }
    Ok(())
}

#[tokio::test]
async fn the_organisation_switches_mails_and_whoever_writes_says_otherwise() -> anyhow::Result<()> {
    let world = world().await?;
    let (landlord, ann) = (owner(&world, 1)?, tenant(&world, ANN)?);
    let id = ann.add(report("Tap drips")).await?.maintenance_request_id;
    let off = ["repair-comment".to_owned(), "entry-notice".to_owned()];
    let mut tx = world.database.db.begin_worker().await?;
    store::organisation::keep(&mut tx, 1.into(), ("Okafor Lettings", &off), 1_000).await?;
    tx.commit().await?;
    told(&world).await?;
    landlord.say(id, "On Friday.", &[]).await?;
    assert_eq!(told(&world).await?, []);
    let sent = (Kind::Commented, "ann@example.org".to_owned());
    for (wanted, expected) in [(false, vec![]), (true, vec![sent])] {
        let request = AddCommentRequest {
            maintenance_request_id: id,
            text: "On Saturday.".to_owned(),
            email_tenants: Some(wanted),
            ..Default::default()
        };
        landlord.requests.clone().add_comment(request).await?;
        assert_eq!(told(&world).await?, expected, "{wanted}");
    }
    Ok(())
}

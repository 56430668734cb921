//! The landlord's note for the viewer, beside the private notes.

use lintel_proto::viewings::v1::{OpenViewingRequest, Viewing, ViewingMailKind as Kind};

use crate::{
    booking::{book, change, viewing},
    harness::{FLAT, World, calendar},
};

#[tokio::test]
async fn a_viewer_reads_the_note_for_them_and_no_other() -> anyhow::Result<()> {
    let world = World::start().await?;
    let landlord = world.landlord()?;
    let noted = Viewing {
        notes: "Seems nervous".to_owned(),
        note_for_viewer: "Meet me at the side gate.".to_owned(),
        ..viewing(FLAT, "Ada")
    };
    let booked = book(&landlord, noted).await?;
    assert_eq!(booked.note_for_viewer, "Meet me at the side gate.");
    let mails = world.mails().await?;
    let mail = mails.iter().find(|mail| mail.kind == Kind::Booked);
    let mail = mail.ok_or_else(|| anyhow::anyhow!("no mail to the viewer"))?;
    assert_eq!(mail.mail.message, "Meet me at the side gate.");
    assert!(calendar(mail, "DESCRIPTION").contains("Meet me at the side gate."));
    let open = OpenViewingRequest {
        token: mail.mail.token.clone(),
    };
    let page = world.viewer()?.open_viewing(open.clone()).await?;
    let page = page.into_inner().page.unwrap_or_default();
    assert_eq!(page.note, "Meet me at the side gate.");
    assert!(!format!("{page:?}{:?}", mail.mail).contains("nervous"));

    let other = Viewing {
        viewing_id: booked.viewing_id,
        note_for_viewer: "Ring twice.".to_owned(),
        ..Viewing::default()
    };
    change(&landlord, other, &["note_for_viewer"]).await?;
    let mails = world.mails().await?;
    let told: Vec<_> = mails
        .iter()
        .map(|mail| (mail.kind, mail.mail.message.as_str()))
        .collect();
    assert_eq!(told, [(Kind::Booked, "Ring twice.")]);
    let none = Viewing {
        viewing_id: booked.viewing_id,
        ..Viewing::default()
    };
    change(&landlord, none, &["note_for_viewer"]).await?;
    assert!(world.mails().await?.is_empty());
    let page = world.viewer()?.open_viewing(open).await?;
    assert_eq!(page.into_inner().page.unwrap_or_default().note, "");
    Ok(())
}

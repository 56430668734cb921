//! The home in an invitation to apply.

use lintel_proto::{
    common::v1::Date,
    tenancy::v1::{InviteOffer, TenancyMail, TenancyMailKind},
};

use super::{mail, pounds, stage};

/// The text and the page of an invitation with an offer, each in one line.
async fn written(offer: Option<InviteOffer>) -> anyhow::Result<[String; 2]> {
    let stage = stage().await?;
    let mail = TenancyMail { offer, ..mail() };
    let kind = TenancyMailKind::Invite;
    stage.ask("invite", kind, false, &mail).await?;
    let received = stage.sink.wait_for_mail(&mail.recipient_email).await?;
    stage.job.stop().await?;
    let flowing = |part: String| part.split_whitespace().collect::<Vec<_>>().join(" ");
    Ok([flowing(received.text()), flowing(received.html())])
}

const fn day() -> Option<Date> {
    Some(Date {
        year: 2026,
        month: 12,
        day: 3,
    })
}

#[tokio::test]
async fn an_invitation_says_everything_that_the_home_is_offered_for() -> anyhow::Result<()> {
    let offer = InviteOffer {
        deposit: pounds(126_346),
        free_from_date: day(),
        bills: "Water and broadband".to_owned(),
        energy_rating: "C".to_owned(),
    };
    for part in written(Some(offer)).await? {
        let says = "The rent is £1,095 a month. The deposit is £1,263.46. The rent includes: Water and broadband. It is free from \
                    3 December 2026. Its energy rating is C.";
        assert!(part.contains(says), "{part}");
    }
    Ok(())
}

#[tokio::test]
async fn an_invitation_says_nothing_of_what_was_not_said() -> anyhow::Result<()> {
    for part in written(None).await? {
        for unsaid in ["deposit", "includes", "free from", "rating"] {
            assert!(!part.contains(unsaid), "{unsaid}: {part}");
        }
        assert!(part.contains("The rent is £1,095 a month."), "{part}");
    }
    let only_bills = InviteOffer {
        bills: "Gas. See https://evil.example".to_owned(),
        energy_rating: "Z".to_owned(),
        ..InviteOffer::default()
    };
    for part in written(Some(only_bills)).await? {
        for hostile in ["evil", "rating", "deposit"] {
            assert!(!part.contains(hostile), "{hostile}: {part}");
        }
    }
    Ok(())
}

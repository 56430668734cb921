//! Wanting a reference again that was said not to be needed. Nothing is mailed: the link that was sent works again until it ends, and the landlord is told to
//! send it again.

use chrono::{DateTime, Utc};
use lintel_core::{ApplicationId, Error, OrganisationId, london_date};
use sqlx::PgConnection;

use crate::{
    app::{
        applying::{locked::changed, timeline},
        references::asked::of_application,
    },
    domain::{
        applying::{Actor, Application, TimelineEvent},
        letting::{Followed, FollowedMark::Back, Obstacle, Outlook},
        references::{Reference, ReferenceKind},
        rent::spelt_out,
    },
    error::{application_not_found, nothing_to_take_back},
    store,
};

/// A reference that is not needed.
#[derive(Debug)]
pub(super) struct Waived {
    /// The application.
    pub application: Application,
    reference: Reference,
}

pub(super) async fn look(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    application: ApplicationId,
    kind: ReferenceKind,
) -> Result<(Outlook, Waived), Error> {
    let found = store::applying::application::lock(tx, organisation, application).await?;
    let found = found.ok_or_else(application_not_found)?;
    let asked = of_application(tx, organisation, application).await?;
    let asked = asked.into_iter().find(|one| one.kind == kind);
    let asked = asked.filter(|one| one.waive_reason.is_some());
    let asked = asked.ok_or_else(nothing_to_take_back)?;
    let waived = store::references::reference::waived_at(tx, organisation, asked.id).await?;
    let mut followed = vec![Followed::new(
        Back,
        "The move-in does not wait for it",
        "It waits for it again",
    )];
    let (sent, until) = (london_date(asked.sent_at), london_date(asked.expires_at));
    followed.push(if asked.declined {
        let declined = "They declined to give it";
        Followed::new(Back, declined, "It counts as declined again")
    } else if asked.expired {
        let ended = format!("Its link ended on {}", spelt_out(until));
        Followed::new(Back, ended, "Send it again if you want the reference")
    } else {
        let closed = format!("The link of {} is closed", spelt_out(sent));
        let works = format!(
            "It works again until {}. They were told that it is not needed: send it again to say otherwise.",
            spelt_out(until)
        );
        Followed::new(Back, closed, works)
    });
    let over = found.rejected_at.is_some() || found.withdrawn_at.is_some() || found.moved_in;
    let obstacle = over.then(|| Obstacle {
        application: Some(application),
        ..Obstacle::new("The application is closed, so no reference is asked for any more")
    });
    let outlook = Outlook {
        what: format!("The reference of the {} is not needed", kind.as_str()),
        since: waived.map(london_date),
        followed,
        obstacle,
        rows: Vec::new(),
    };
    let waived = Waived {
        application: found,
        reference: asked,
    };
    Ok((outlook, waived))
}

pub(super) async fn take_back(
    tx: &mut PgConnection,
    organisation: OrganisationId,
    waived: &Waived,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let (application, reference) = (&waived.application, &waived.reference);
    store::references::reference::want_again(tx, organisation, reference.id).await?;
    let event = TimelineEvent::ReferenceWantedAgain(reference.kind);
    timeline::record(
        tx,
        organisation,
        application.id,
        event,
        Actor::Landlord,
        now,
    )
    .await?;
    changed(tx, organisation, application, now).await
}
